import { descriptorOf } from '#contract'
import type { CheckResourceV2, Page } from '#contract'
import type { AccountContent, AccountReader } from './account-content.ts'
import { readStatusPages } from './read-status-pages.ts'

const pageSize = 100

/** All resources of an account that files can describe. */
export async function readAccount(client: AccountReader): Promise<AccountContent> {
  const checks = await allPages((query) => client.call('listChecksV2', { query }))
  const snippets = await allPages((query) => client.call('listSnippets', { query }))
  const services = await client.call('listStatusPageServices', { query: { paginated: false } })
  return {
    checks: await Promise.all(checks.map((check) => withFiles(client, check))),
    groups: await allPages((query) => client.call('listCheckGroups', { query })),
    alertChannels: await allPages((query) =>
      client.call('listAlertChannels', { query: { ...query, includeSubscriptions: false } }),
    ),
    maintenanceWindows: await allPages((query) => client.call('listMaintenanceWindows', { query })),
    privateLocations: await client.call('listPrivateLocations'),
    dashboards: await allPages((query) => client.call('listDashboards', { query })),
    statusPageServices: services.entries,
    ...(await readStatusPages(client)),
    snippets: new Map(snippets.map(({ id, script }) => [id, script])),
  }
}

interface PageQuery {
  readonly limit: number
  readonly page: number
}

async function allPages<T>(read: (query: PageQuery) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page += 1) {
    const { items, total } = await read({ limit: pageSize, page })
    all.push(...items)
    if (items.length === 0 || all.length >= total) return all
  }
}

/** Lists leave out what scripts import, which is large. */
async function withFiles(client: AccountReader, check: CheckResourceV2): Promise<CheckResourceV2> {
  const { code } = descriptorOf(check.checkType)
  if (code !== 'around request' && code !== 'test file') return check
  return client.call('getCheckV2', { params: { id: check.id }, query: { includeDependencies: true } })
}
