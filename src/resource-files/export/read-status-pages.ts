import type { PageComponentResource } from '#contract'
import type { AccountContent, AccountReader } from './account-content.ts'

type PageContent = Pick<AccountContent, 'statusPages' | 'statusPageComponents' | 'statusPageAutomationRules'>

const pageSize = 100

/** The status pages of both versions, and what those of the third consist of. */
export async function readStatusPages(client: AccountReader): Promise<PageContent> {
  const older = await allEntries((query) => client.call('listStatusPages', { query }))
  const pages = await allEntries((query) => client.call('listStatusPagesV3', { query }))
  const components: PageComponentResource[] = []
  const rules = []
  for (const { id: statusPageId } of pages) {
    const params = { statusPageId }
    const found = await allEntries((query) => client.call('listStatusPageComponentsV3', { params, query }))
    components.push(...inPlace(found, null))
    rules.push(...(await allEntries((query) => client.call('listAutomationRulesV3', { params, query }))))
  }
  return {
    statusPages: [...older.map((page) => ({ ...page, version: 2 })), ...pages],
    statusPageComponents: components,
    statusPageAutomationRules: rules,
  }
}

interface CursorQuery {
  readonly limit: number
  readonly nextId?: string
}

interface Entries<T> {
  readonly entries: readonly T[]
  readonly nextId: string | null
}

async function allEntries<T>(read: (query: CursorQuery) => Promise<Entries<T>>): Promise<T[]> {
  const all: T[] = []
  let nextId: string | null = null
  do {
    const found: Entries<T> = await read({ limit: pageSize, ...(nextId !== null && { nextId }) })
    all.push(...found.entries)
    nextId = found.nextId
  } while (nextId !== null)
  return all
}

/** Components as readers see them, a group before what it contains, so that it is created first. */
const inPlace = (components: readonly PageComponentResource[], parentId: string | null): PageComponentResource[] =>
  components
    .filter((component) => component.parentId === parentId)
    .toSorted((one, other) => one.displayOrder - other.displayOrder)
    .flatMap((component) => [component, ...inPlace(components, component.id)])
