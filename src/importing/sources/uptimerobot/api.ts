import { isFields } from '#contract'
import { ApiRefusal } from '../../api/http-api-reader.ts'
import type { ApiReader, SourceApi } from '../../api/source-api.ts'
import { fileOf } from '../../counterparts/hosted/answers.ts'
import type { ImportFile } from '../../imported.ts'
import { SourceProblem } from '../../imported.ts'

/** Version 3 of the API; version 2 for keys that the third refuses, such as those of single monitors. */
export const uptimeRobotApi: SourceApi = {
  address: 'https://api.uptimerobot.com',
  domains: ['uptimerobot.com'],
  key: 'The main key or a read-only key of Integrations & API, API.',
  read: async (api, key) => {
    try {
      return await readVersion3(api, key)
    } catch (error) {
      if (error instanceof ApiRefusal && (error.status === 401 || error.status === 403)) return readVersion2(api, key)
      throw error
    }
  },
}

async function readVersion3(api: ApiReader, key: string): Promise<readonly ImportFile[]> {
  const headers = { authorization: `Bearer ${key}` }
  const listOf = async (path: string): Promise<unknown> => {
    const data: unknown[] = []
    await api.pages('', async (cursor) => {
      const page = await api.json(`/v3${path}`, { headers, query: cursor === '' ? {} : { cursor } })
      if (Array.isArray(page)) data.push(...page)
      if (!isFields(page)) return null
      data.push(...Object.values(page).flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : [])))
      return cursorIn(page['nextLink'])
    })
    return { data }
  }
  const files = [fileOf('monitors.json', await listOf('/monitors'))]
  for (const [name, what, path] of others) {
    const answer = await api.optional(what, () => listOf(path))
    if (answer !== null) files.push(fileOf(name, answer))
  }
  return files
}

const others = [
  ['groups.json', 'groups of monitors', '/monitor-groups'],
  ['windows.json', 'maintenance windows', '/maintenance-windows'],
  ['pages.json', 'status pages', '/psps'],
  ['contacts.json', 'alert contacts', '/user/alert-contacts'],
  ['integrations.json', 'integrations', '/integrations'],
] as const

/** The link itself is not followed. */
const cursorIn = (link: unknown): string | null =>
  typeof link === 'string' ? (URL.parse(link, 'https://api.uptimerobot.com')?.searchParams.get('cursor') ?? null) : null

const pageSize = 50
const parts = {
  alert_contacts: 1,
  mwindows: 1,
  ssl: 1,
  custom_http_headers: 1,
  custom_http_statuses: 1,
  http_request_details: 'true',
}

async function readVersion2(api: ApiReader, key: string): Promise<readonly ImportFile[]> {
  const listOf = async (method: string, list: string, more: Readonly<Record<string, string | number>> = {}) => {
    const found: unknown[] = []
    await api.pages(0, async (offset) => {
      const form = { api_key: key, format: 'json', offset, limit: pageSize, ...more }
      const page = await api.json(`/v2/${method}`, { form })
      const answer = isFields(page) ? page : {}
      if (answer['stat'] !== 'ok') throw refused(answer['error'])
      const items: readonly unknown[] = Array.isArray(answer[list]) ? answer[list] : []
      found.push(...items)
      return items.length < pageSize ? null : offset + pageSize
    })
    return fileOf(`${list}.json`, { stat: 'ok', [list]: found })
  }
  const files = [await listOf('getMonitors', 'monitors', parts)]
  for (const [method, list] of [
    ['getAlertContacts', 'alert_contacts'],
    ['getMWindows', 'mwindows'],
    ['getPSPs', 'psps'],
  ] as const)
    files.push(await listOf(method, list))
  return files
}

function refused(error: unknown): SourceProblem {
  const message = isFields(error) && typeof error['message'] === 'string' ? error['message'].slice(0, 200) : 'no reason'
  return new SourceProblem(`UptimeRobot refuses the key: ${message}. Use the main key or a read-only key.`)
}
