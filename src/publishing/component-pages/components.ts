import { componentsMax } from '#contract'
import type { PageComponentBody } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  findComponent,
  findComponentPage,
  insertComponents,
  listComponents,
  lockComponentPage,
  updateComponents,
} from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { PageComponentRow } from '#storage/status-pages'
import { readPage } from '../cursor.ts'
import type { CursorPage, CursorQuery } from '../cursor.ts'
import { foundPage, textOf } from './component-pages.ts'
import { configurationOf, parentOf } from './place-component.ts'
import { removeComponents } from './remove-components.ts'

/** Names a component by the page that it must be on. */
export interface ComponentReference {
  readonly statusPageId: string
  readonly id: string
}

/** Throws STATUS_PAGE_NOT_FOUND, COMPONENT_INVALID and COMPONENTS_FULL. */
export function createPageComponent(
  store: Store,
  { accountId, nowMs }: Caller,
  { statusPageId, body }: { readonly statusPageId: string; readonly body: PageComponentBody },
): Promise<PageComponentRow> {
  return store.db.transaction(async (tx) => {
    foundPage(await lockComponentPage(tx, accountId, statusPageId))
    const others = await listComponents(tx, { accountId, statusPageId })
    if (others.length >= componentsMax) throw new Fault('COMPONENTS_FULL', { values: { most: componentsMax } })
    const id = timeOrderedId(nowMs)
    const place = { accountId, statusPageId, id }
    const row = { ...place, ...fieldsOf(id, body, others), createdAt: new Date(nowMs), updatedAt: null }
    await insertComponents(tx, [row])
    return row
  })
}

/** Oldest first, some at a time. Throws STATUS_PAGE_NOT_FOUND and CURSOR_INVALID. */
export async function listPageComponents(
  store: Store,
  { accountId }: Caller,
  { statusPageId, ...query }: CursorQuery & { readonly statusPageId: string },
): Promise<CursorPage<PageComponentRow>> {
  await assertComponentPage(store.db, accountId, statusPageId)
  return readPage<PageComponentRow>(
    query,
    ({ id }) => id,
    (window) => listComponents(store.db, { accountId, statusPageId, ...window }),
  )
}

/** Throws STATUS_PAGE_NOT_FOUND and COMPONENT_NOT_FOUND. */
export async function getPageComponent(
  store: Store,
  { accountId }: Caller,
  reference: ComponentReference,
): Promise<PageComponentRow> {
  await assertComponentPage(store.db, accountId, reference.statusPageId)
  return found(await findComponent(store.db, { accountId, ...reference }))
}

/** Replaces a component. Throws STATUS_PAGE_NOT_FOUND, COMPONENT_NOT_FOUND and COMPONENT_INVALID. */
export function updatePageComponent(
  store: Store,
  { accountId, nowMs }: Caller,
  { body, ...reference }: ComponentReference & { readonly body: PageComponentBody },
): Promise<PageComponentRow> {
  const { statusPageId, id } = reference
  return store.db.transaction(async (tx) => {
    foundPage(await lockComponentPage(tx, accountId, statusPageId))
    const all = await listComponents(tx, { accountId, statusPageId })
    const before = found(all.find((component) => component.id === id) ?? null)
    const row = { ...before, ...fieldsOf(id, body, all), updatedAt: new Date(nowMs) }
    await updateComponents(tx, [row])
    return row
  })
}

/** Deletes a component; those in a group stay at the top. Throws STATUS_PAGE_NOT_FOUND and COMPONENT_NOT_FOUND. */
export async function deletePageComponent(
  store: Store,
  { accountId, nowMs }: Caller,
  { statusPageId, id }: ComponentReference,
): Promise<void> {
  await store.db.transaction(async (tx) => {
    foundPage(await lockComponentPage(tx, accountId, statusPageId))
    const before = await listComponents(tx, { accountId, statusPageId })
    const named = { accountId, statusPageId, ids: [id] }
    if ((await removeComponents(tx, named, { before, now: new Date(nowMs) })) === 0)
      throw new Fault('COMPONENT_NOT_FOUND')
  })
}

export const assertComponentPage = async (db: Queryable, accountId: string, statusPageId: string): Promise<void> =>
  void foundPage(await findComponentPage(db, accountId, statusPageId))

function found(row: PageComponentRow | null): PageComponentRow {
  if (row === null) throw new Fault('COMPONENT_NOT_FOUND')
  return row
}

const fieldsOf = (id: string, body: PageComponentBody, others: readonly PageComponentRow[]) => {
  const type = body.type ?? 'SERVICE'
  return {
    type,
    name: body.name,
    description: textOf(body.description),
    displayOrder: body.displayOrder,
    hidden: body.hidden ?? false,
    parentId: parentOf({ id, type, parentId: textOf(body.parentId)?.toLowerCase() ?? null }, others),
    configuration: configurationOf(type, body.configuration ?? {}),
  }
}
