import type { SourceApi } from '../../api/source-api.ts'
import { fileOf } from '../../counterparts/hosted/answers.ts'
import { SourceProblem } from '../../imported.ts'

/** The lists have every endpoint; pages are those of the results of each, the latest first. */
const query = { page: 1, pageSize: 1 }

export const gatusApi: SourceApi = {
  address: 'https://status.example.org',
  domains: null,
  key: 'Name and password with a colon between them, or a bearer token, where Gatus asks for them.',
  isForStates: true,
  read: async (api, key) => {
    const headers = headersOf(key)
    const read = (kind: string) => api.json(`/api/v1/${kind}/statuses`, { headers, query })
    const endpoints = await read('endpoints')
    if (!Array.isArray(endpoints))
      throw new SourceProblem('Gatus answers with no list of endpoints: give the address of its page.')
    const suites = await api.optional('states of suites', () => read('suites'))
    const lists = [endpoints, ...(Array.isArray(suites) ? [suites] : [])].filter(({ length }) => length > 0)
    return lists.map((list, index) => fileOf(`api-${index}/statuses`, list))
  },
}

function headersOf(key: string): Readonly<Record<string, string>> {
  if (key === '') return {}
  return { authorization: key.includes(':') ? `Basic ${Buffer.from(key).toString('base64')}` : `Bearer ${key}` }
}
