import type { SourceApi } from '../../api/source-api.ts'
import { fieldsIn, fileOf, listIn } from '../../counterparts/hosted/answers.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { textIn } from '../../counterparts/text-in.ts'

const pageSize = 100

/** Lists have overviews: each test is asked for. */
export const statusCakeApi: SourceApi = {
  address: 'https://api.statuscake.com',
  domains: ['statuscake.com'],
  key: 'The API token of Account settings, Manage API keys.',
  read: async (api, key) => {
    const headers = { authorization: `Bearer ${key}` }
    const listOf = async (kind: string): Promise<readonly Fields[]> => {
      const found: Fields[] = []
      await api.pages(1, async (page) => {
        const answer = fieldsIn(await api.json(`/v1/${kind}`, { headers, query: { page, limit: pageSize } }))
        found.push(...listIn(answer['data']))
        return page < (Number(textIn(fieldsIn(answer['metadata'])['page_count'])) || 1) ? page + 1 : null
      })
      return found
    }
    const detailsOf = async (kind: string): Promise<readonly unknown[]> =>
      api.each(await listOf(kind), async (one) => {
        const answer = await api.json(`/v1/${kind}/${encodeURIComponent(textIn(one['id']))}`, { headers })
        return { ...one, ...fieldsIn(fieldsIn(answer)['data']) }
      })
    const files = [fileOf('uptime.json', { data: await detailsOf('uptime') })]
    for (const [what, kind, isDetailed] of others) {
      const data = await api.optional(what, () => (isDetailed ? detailsOf(kind) : listOf(kind)))
      if (data !== null) files.push(fileOf(`${kind}.json`, { data }))
    }
    return files
  },
}

const others = [
  ['heartbeats', 'heartbeat', true],
  ['checks of certificates', 'ssl', true],
  ['checks of page speed', 'pagespeed', true],
  ['contact groups', 'contact-groups', false],
  ['maintenance windows', 'maintenance-windows', false],
] as const
