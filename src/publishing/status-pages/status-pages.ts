import type { StatusPageChangeBody, StatusPageCreateBody } from '#contract'
import { Fault, invariant, timeOrderedId } from '#kernel'
import {
  deletePage,
  findPage,
  insertPage,
  listOpenIncidentsOfServices,
  listPages,
  lockPage,
  replaceCards,
  updatePage,
} from '#storage'
import type { IncidentWithParts, Queryable, StatusPageRow, StatusPageWithCards, Store, TakenAddress } from '#storage'
import { readPage } from '../cursor.ts'
import type { CursorPage, CursorQuery } from '../cursor.ts'
import type { Publisher } from '../publisher.ts'
import { cardsOfBody } from './cards-of-body.ts'

export interface StatusPageView extends StatusPageWithCards {
  /** Those on its services that are not resolved, newest first. */
  readonly openIncidents: readonly IncidentWithParts[]
}

const openIncidentsMax = 100

/** Creates a page with its cards (semantics 7.1). Throws SERVICE_UNKNOWN and STATUS_PAGE_ADDRESS_TAKEN. */
export function createStatusPage(
  store: Store,
  publisher: Publisher,
  body: StatusPageCreateBody,
): Promise<StatusPageView> {
  const { accountId, nowMs } = publisher
  const blank: StatusPageRow = {
    account_id: accountId,
    id: timeOrderedId(nowMs),
    name: body.name,
    url: body.url,
    custom_domain: null,
    is_private: false,
    settings: blankSettings,
    created_at: new Date(nowMs),
    updated_at: null,
  }
  const row = changedPage(blank, body)
  return store.db.transaction(async (tx) => {
    assertFree(await insertPage(tx, row), row)
    await replaceCards(tx, accountId, row.id, await cardsOfBody(tx, publisher, body.cards, []))
    return readBack(tx, accountId, row.id)
  })
}

/** Pages oldest first, a page of them at a time. Throws CURSOR_INVALID. */
export async function listStatusPages(
  store: Store,
  { accountId }: Publisher,
  query: CursorQuery,
): Promise<CursorPage<StatusPageView>> {
  const { items, nextId } = await readPage<StatusPageWithCards>(
    query,
    ({ page }) => page.id,
    (window) => listPages(store.db, { accountId, ...window }),
  )
  const views = []
  for (const item of items) views.push(await withIncidents(store.db, item))
  return { items: views, nextId }
}

/** Throws STATUS_PAGE_NOT_FOUND. */
export async function getStatusPage(store: Store, { accountId }: Publisher, id: string): Promise<StatusPageView> {
  const found = await findPage(store.db, accountId, id)
  if (found === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
  return withIncidents(store.db, found)
}

/**
 * Changes what a body names; cards are replaced together. Throws STATUS_PAGE_NOT_FOUND, SERVICE_UNKNOWN and
 * STATUS_PAGE_ADDRESS_TAKEN.
 */
export function updateStatusPage(
  store: Store,
  publisher: Publisher,
  { id, body }: { readonly id: string; readonly body: StatusPageChangeBody },
): Promise<StatusPageView> {
  const { accountId, nowMs } = publisher
  return store.db.transaction(async (tx) => {
    const before = await lockPage(tx, accountId, id)
    if (before === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
    const row = { ...changedPage(before.page, body), updated_at: new Date(nowMs) }
    assertFree(await updatePage(tx, row), row)
    if (body.cards !== undefined)
      await replaceCards(tx, accountId, id, await cardsOfBody(tx, publisher, body.cards, before.cards))
    return readBack(tx, accountId, id)
  })
}

/** Deletes a page with its cards; services and incidents stay. Throws STATUS_PAGE_NOT_FOUND. */
export async function deleteStatusPage(store: Store, { accountId }: Publisher, id: string): Promise<void> {
  const existed = await store.db.transaction((tx) => deletePage(tx, accountId, id))
  if (!existed) throw new Fault('STATUS_PAGE_NOT_FOUND')
}

const blankSettings: StatusPageRow['settings'] = {
  description: null,
  themeColors: null,
  logo: null,
  logoDark: null,
  favicon: null,
  redirectTo: null,
  defaultTheme: 'AUTO',
  version: null,
}

function changedPage(before: StatusPageRow, body: StatusPageChangeBody): StatusPageRow {
  const { name = before.name, url = before.url, customDomain = before.custom_domain } = body
  const { settings } = before
  return {
    ...before,
    name,
    url,
    custom_domain: customDomain?.toLowerCase() ?? null,
    settings: {
      description: given(body.description, settings.description),
      themeColors: given(body.themeColors, settings.themeColors),
      logo: given(body.logo, settings.logo),
      logoDark: given(body.logoDark, settings.logoDark),
      favicon: given(body.favicon, settings.favicon),
      redirectTo: given(body.redirectTo, settings.redirectTo),
      defaultTheme: given(body.defaultTheme, settings.defaultTheme),
      version: given(body.version, settings.version),
    },
  }
}

const given = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value)

function assertFree(taken: TakenAddress | null, { url, custom_domain }: StatusPageRow): void {
  if (taken === null) return
  const value = taken === 'url' ? url : (custom_domain ?? '')
  throw new Fault('STATUS_PAGE_ADDRESS_TAKEN', {
    values: { field: taken, value },
    attributes: { [taken]: 'taken' },
  })
}

async function readBack(tx: Queryable, accountId: string, id: string): Promise<StatusPageView> {
  const found = await findPage(tx, accountId, id)
  invariant(found, 'the page was just written')
  return withIncidents(tx, found)
}

async function withIncidents(db: Queryable, found: StatusPageWithCards): Promise<StatusPageView> {
  const serviceIds = found.cards.flatMap(({ services }) => services.map(({ id }) => id))
  const filter = { accountId: found.page.account_id, serviceIds, limit: openIncidentsMax }
  return { ...found, openIncidents: await listOpenIncidentsOfServices(db, filter) }
}
