import { groupDepthMax } from '#contract'
import type { DefinedComponent, PageDefinitionBody, PageDisplayBody } from '#contract'
import { timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { findComponentPage, insertComponents, listComponents, updateComponents } from '#storage/status-pages'
import type { Store, Transaction } from '#storage/database'
import type { ComponentPageRow, PageComponentRow } from '#storage/status-pages'
import { feedsOf, writeFeeds } from '../feeds/component-feeds.ts'
import { changePageDisplay, readPageDisplay } from '../page-displays/page-displays.ts'
import type { PageDisplayView } from '../page-displays/page-displays.ts'
import { changeComponentPage, foundPage, textOf } from './component-pages.ts'
import { configurationOf, invalidComponent, nestedTooDeep } from './place-component.ts'
import { removeComponents } from './remove-components.ts'

/** A page with all its components, siblings in the order of display. */
export interface PageDefinition {
  readonly page: ComponentPageRow
  readonly components: readonly PageComponentRow[]
  /** The feeds that components follow, by the id of the component. */
  readonly feeds: Awaited<ReturnType<typeof feedsOf>>
  readonly display: PageDisplayView
}

/** Throws STATUS_PAGE_NOT_FOUND. */
export async function getPageDefinition(
  { db }: Store,
  { accountId, nowMs }: Caller,
  statusPageId: string,
): Promise<PageDefinition> {
  const page = foundPage(await findComponentPage(db, accountId, statusPageId))
  const feeds = await feedsOf(db, { accountId, statusPageId, nowMs })
  const place = { accountId, statusPageId }
  const display = await readPageDisplay(db, place)
  return { page, components: inOrder(await listComponents(db, place)), feeds, display }
}

interface DefinitionInput {
  readonly statusPageId: string
  readonly body: PageDefinitionBody
  /** The languages of the installation, by their codes. */
  readonly offered: readonly string[]
  /** Without a trailing slash. */
  readonly publicUrl: string
}

/**
 * Replaces the settings of a page and all its components in one transaction. Throws STATUS_PAGE_NOT_FOUND,
 * CUSTOM_DOMAIN_INVALID, STATUS_PAGE_ADDRESS_TAKEN and COMPONENT_INVALID.
 */
export function updatePageDefinition(
  store: Store,
  caller: Caller,
  { statusPageId, body, offered, publicUrl }: DefinitionInput,
): Promise<PageDefinition> {
  const { nowMs } = caller
  return store.db.transaction(async (tx) => {
    const page = await changeComponentPage(tx, caller, { id: statusPageId, body: body.page, publicUrl })
    const place = { ...caller, statusPageId }
    const before = await listComponents(tx, place)
    const ids = idsOf(body.components, before, nowMs)
    const after = componentsOf(body.components, before, { ...place, ids })
    await writeComponents(tx, place, before, after)
    await writeFeeds(
      tx,
      place,
      body.components.map((given, index) => ({ given, id: after[index]?.id ?? '' })),
    )
    if (body.display !== undefined)
      await changePageDisplay(tx, place, { ...displayChange(body.display, ids), offered, nowMs })
    const display = await readPageDisplay(tx, place)
    return { page, components: inOrder(after), feeds: await feedsOf(tx, place), display }
  })
}

/** How a page is displayed, with charts at the components that the body names. */
const displayChange = (body: PageDisplayBody, ids: ReadonlyMap<string, string>) => ({
  body: body.charts
    ? { ...body, charts: body.charts.map((chart) => ({ ...chart, componentId: idIn(ids, chart.componentId) })) }
    : body,
  path: 'display.',
})

const idIn = (ids: ReadonlyMap<string, string>, id: string): string => ids.get(keyOf(id)) ?? id

const inOrder = (components: readonly PageComponentRow[]): PageComponentRow[] =>
  components.toSorted((a, b) => a.displayOrder - b.displayOrder || (a.id < b.id ? -1 : Number(a.id > b.id)))

interface Place {
  readonly accountId: string
  readonly statusPageId: string
  readonly nowMs: number
}

/** The components as they will be: each with an id, its parent and its place among its siblings. */
function componentsOf(
  given: readonly DefinedComponent[],
  before: readonly PageComponentRow[],
  { accountId, statusPageId, nowMs, ids }: Place & { readonly ids: ReadonlyMap<string, string> },
): PageComponentRow[] {
  const known = new Map(before.map((component) => [component.id, component]))
  const byKey = new Map(given.map((component) => [keyOf(component.id), component]))
  const now = new Date(nowMs)
  return given.map((component, index): PageComponentRow => {
    const { id: key, name, type = 'SERVICE', hidden = false } = component
    const id = ids.get(keyOf(key)) ?? ''
    const existing = known.get(id)
    const fields = {
      parentId: parentIdOf(component, { ids, byKey, path: `components[${index}].parentId` }),
      type,
      name,
      description: textOf(component.description),
      displayOrder: index + 1,
      hidden,
      configuration: configurationOf(type, component.configuration ?? {}, `components[${index}].configuration`),
    }
    if (existing === undefined) return { accountId, statusPageId, id, ...fields, createdAt: now, updatedAt: null }
    return isSame(existing, fields) ? existing : { ...existing, ...fields, updatedAt: now }
  })
}

const keyOf = (id: string): string => id.toLowerCase()

/** The ids of the components by those that the body names: new ones get theirs. */
function idsOf(
  given: readonly DefinedComponent[],
  before: readonly PageComponentRow[],
  nowMs: number,
): ReadonlyMap<string, string> {
  const known = new Set(before.map((component) => component.id))
  const ids = new Map<string, string>()
  for (const [index, { id }] of given.entries()) {
    const key = keyOf(id)
    if (ids.has(key)) throw invalidComponent(`components[${index}].id`, 'Another component of this list has this id.')
    ids.set(key, known.has(key) ? key : timeOrderedId(nowMs))
  }
  return ids
}

interface Named {
  readonly ids: ReadonlyMap<string, string>
  readonly byKey: ReadonlyMap<string, DefinedComponent>
  readonly path: string
}

function parentIdOf(component: DefinedComponent, { ids, byKey, path }: Named): string | null {
  const parentOf = ({ parentId }: DefinedComponent) => byKey.get(keyOf(textOf(parentId) ?? ''))
  if (textOf(component.parentId) === null) return null
  const parent = parentOf(component)
  if (parent === undefined) throw invalidComponent(path, 'This list has no component with this id.')
  if (parent.type !== 'GROUP') throw invalidComponent(path, 'This component is a service. Choose a group.')
  const seen = new Set([component])
  for (let at: DefinedComponent | undefined = parent; at !== undefined; at = parentOf(at)) {
    if (seen.has(at)) throw invalidComponent(path, 'A group cannot be inside itself. Choose another group.')
    seen.add(at)
  }
  if (seen.size - (component.type === 'GROUP' ? 0 : 1) > groupDepthMax) throw nestedTooDeep(path)
  return ids.get(keyOf(parent.id)) ?? null
}

const isSame = (
  { configuration: was, ...existing }: PageComponentRow,
  { configuration: is, ...fields }: Pick<PageComponentRow, 'configuration'> & Partial<PageComponentRow>,
): boolean =>
  JSON.stringify({ ...existing, ...fields }) === JSON.stringify(existing) &&
  was.showHistoricalData === is.showHistoricalData &&
  was.expandedByDefault === is.expandedByDefault

/** Statements over all components: new groups are there before what is in them, and what is deleted is empty before. */
async function writeComponents(
  tx: Transaction,
  { accountId, statusPageId, nowMs }: Place,
  before: readonly PageComponentRow[],
  after: readonly PageComponentRow[],
): Promise<void> {
  const known = new Set(before)
  const knownIds = new Set(before.map(({ id }) => id))
  const kept = new Set(after.map(({ id }) => id))
  await insertComponents(
    tx,
    after.filter(({ id }) => !knownIds.has(id)),
  )
  await updateComponents(
    tx,
    after.filter((component) => knownIds.has(component.id) && !known.has(component)),
  )
  const ids = before.flatMap(({ id }) => (kept.has(id) ? [] : [id]))
  if (ids.length > 0) await removeComponents(tx, { accountId, statusPageId, ids }, { before, now: new Date(nowMs) })
}
