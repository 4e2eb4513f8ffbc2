import type { SourceApi } from '../../api/source-api.ts'
import { fieldsIn, fileOf, listIn } from '../../counterparts/hosted/answers.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { SourceProblem } from '../../imported.ts'

const pageSize = 100
const monitorsOfPage = 1000

/** Two keys name a reader; the states of tests are those of their monitors. */
export const datadogApi: SourceApi = {
  address: 'https://api.datadoghq.com',
  domains: ['datadoghq.com', 'datadoghq.eu', 'ddog-gov.com'],
  key: 'The API key and an application key of Organization Settings, with a colon between them, and as address that of your site.',
  read: async (api, key) => {
    const headers = headersOf(key)
    const tests: Fields[] = []
    await api.pages(0, async (page) => {
      const query = { page_size: pageSize, page_number: page }
      const found = listIn(fieldsIn(await api.json('/api/v1/synthetics/tests', { headers, query }))['tests'])
      for (const test of found) tests.push(test)
      return found.length === pageSize ? page + 1 : null
    })
    const detailed = await api.each(tests, async (test) => {
      if (textIn(test['type']) !== 'api') return test
      const path = `/api/v1/synthetics/tests/api/${encodeURIComponent(textIn(test['public_id']))}`
      return { ...test, ...fieldsIn(await api.json(path, { headers })) }
    })
    const files = [fileOf('tests.json', { tests: detailed })]
    for (const [what, kind] of others) {
      const answer = await api.optional(what, () => api.json(`/api/v1/synthetics/${kind}`, { headers }))
      if (answer !== null) files.push(fileOf(`${kind}.json`, answer))
    }
    const monitors: Fields[] = []
    const states = await api.optional('states of tests', () =>
      api.pages(0, async (page) => {
        const query = { page, page_size: monitorsOfPage }
        const found = listIn(await api.json('/api/v1/monitor', { headers, query }))
        monitors.push(...found.filter(({ type }) => type === 'synthetics alert'))
        return found.length === monitorsOfPage ? page + 1 : null
      }),
    )
    return states === null ? files : [...files, fileOf('monitors.json', monitors)]
  },
}

const others = [
  ['global variables', 'variables'],
  ['names of locations', 'locations'],
] as const

function headersOf(key: string): Readonly<Record<string, string>> {
  const [apiKey = '', applicationKey = '', ...rest] = key.split(':')
  if (apiKey === '' || applicationKey === '' || rest.length > 0)
    throw new SourceProblem('Datadog takes two keys: give the API key, a colon, and the application key.')
  return { 'dd-api-key': apiKey, 'dd-application-key': applicationKey }
}
