import { isFields } from '#contract'
import type { ApiReader, SourceApi } from '../../api/source-api.ts'
import { fileOf, listIn } from '../../counterparts/hosted/answers.ts'
import { textIn } from '../../counterparts/text-in.ts'

const pageSize = 250

export const betterStackApi: SourceApi = {
  address: 'https://uptime.betterstack.com',
  domains: ['betterstack.com', 'betteruptime.com'],
  key: 'The Uptime API token of API tokens.',
  read: async (api, key) => {
    const listOf = (path: string) => read(api, key, path)
    const files = [fileOf('monitors.json', await listOf('/api/v2/monitors'))]
    for (const [what, path] of others) {
      const answer = await api.optional(what, () => listOf(`/api/v2/${path}`))
      if (answer !== null) files.push(fileOf(`${path}.json`, answer))
      if (path === 'status-pages') files.push(...(await pagesOf(api, listOf, answer)))
    }
    return files
  },
}

const others = [
  ['groups of monitors', 'monitor-groups'],
  ['heartbeats', 'heartbeats'],
  ['groups of heartbeats', 'heartbeat-groups'],
  ['outgoing webhooks', 'outgoing-webhooks'],
  ['status pages', 'status-pages'],
] as const

async function pagesOf(api: ApiReader, listOf: (path: string) => Promise<unknown>, answer: unknown) {
  const pages = listIn(isFields(answer) ? answer['data'] : null).map(({ id }) => encodeURIComponent(textIn(id)))
  const parts = pages.flatMap((page) => ['sections', 'resources'].map((part) => `/api/v2/status-pages/${page}/${part}`))
  const answers = await api.each(parts, (path) => api.optional(`parts of a status page (${path})`, () => listOf(path)))
  return answers.flatMap((one, index) => (one === null ? [] : [fileOf(`status-page-${index + 1}.json`, one)]))
}

/** All pages of a list; `pagination` says of what it is the list. */
async function read(api: ApiReader, key: string, path: string): Promise<unknown> {
  const data: unknown[] = []
  await api.pages(1, async (page) => {
    const query = { page, per_page: pageSize }
    const answer = await api.json(path, { headers: { authorization: `Bearer ${key}` }, query })
    if (!isFields(answer)) return null
    data.push(...listIn(answer['data']))
    const { pagination } = answer
    return isFields(pagination) && typeof pagination['next'] === 'string' ? page + 1 : null
  })
  return { data, pagination: { first: path } }
}
