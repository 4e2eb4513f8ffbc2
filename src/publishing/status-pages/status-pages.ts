import { givenBody } from '#contract'
import type { Given, StatusPageChangeBody, StatusPageCreateBody } from '#contract'
import { Fault, invariant, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance } from '#storage/accounts'
import {
  deletePage,
  findPage,
  insertPage,
  listOpenIncidentsOfPages,
  listPageKeys,
  listPages,
  lockPage,
  replaceCards,
  updatePage,
} from '#storage/status-pages'
import type { Queryable, Store, Transaction } from '#storage/database'
import type { IncidentWithParts, StatusPageRow, StatusPageWithCards } from '#storage/status-pages'
import { readPage } from '../cursor.ts'
import type { CursorPage, CursorQuery } from '../cursor.ts'
import { withCustomDomain } from '../custom-domain.ts'
import { assertFree, assertOwnDomain } from '../page-address.ts'
import { followPrivacy } from '../private-pages/page-access.ts'
import type { PagePassword } from '../private-pages/page-access.ts'
import { cardsOfBody } from './cards-of-body.ts'

export interface StatusPageView extends StatusPageWithCards, PagePassword {
  /** Those on its services that are not resolved, newest first. */
  readonly openIncidents: readonly IncidentWithParts[]
}

const openIncidentsMax = 100

/**
 * Creates a page with its cards, and a password when it is private. Throws SERVICE_UNKNOWN,
 * CUSTOM_DOMAIN_INVALID and STATUS_PAGE_ADDRESS_TAKEN.
 */
export async function createStatusPage(
  store: Store,
  caller: Caller,
  input: { readonly body: StatusPageCreateBody; readonly publicUrl: string },
): Promise<StatusPageView> {
  const { accountId, nowMs } = caller
  const body = withCustomDomain(input.body, input)
  const blank: StatusPageRow = {
    accountId,
    id: timeOrderedId(nowMs),
    name: body.name,
    url: body.url,
    customDomain: null,
    isPrivate: false,
    generation: 2,
    settings: blankSettings,
    createdAt: new Date(nowMs),
    updatedAt: null,
  }
  const row = changedPage(blank, body)
  return store.db.transaction(async (tx) => {
    await assertOwnDomain(tx, row)
    assertFree(await insertPage(tx, row), row)
    await assertAllowance(tx, caller, 'STATUS_PAGES')
    await replaceCards(tx, accountId, row.id, await cardsOfBody(tx, caller, body.cards, []))
    const newPassword = await followPrivacy(tx, caller, { page: row, wasPrivate: false, rotateKey: false })
    return { ...(await readBack(tx, accountId, row.id)), newPassword }
  })
}

/** Pages oldest first, a page of them at a time. Throws CURSOR_INVALID. */
export async function listStatusPages(
  store: Store,
  { accountId }: Caller,
  query: CursorQuery,
): Promise<CursorPage<StatusPageView>> {
  const { items, nextId } = await readPage<StatusPageWithCards>(
    query,
    ({ page }) => page.id,
    (window) => listPages(store.db, { accountId, ...window }),
  )
  return { items: await viewsOf(store.db, accountId, items), nextId }
}

/** Throws STATUS_PAGE_NOT_FOUND. */
export async function getStatusPage(store: Store, { accountId }: Caller, id: string): Promise<StatusPageView> {
  const found = await findPage(store.db, accountId, id)
  if (found === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
  return viewOf(store.db, found)
}

/**
 * Changes what a body names; cards are replaced together. A page that becomes private gets a password, one that is no
 * longer private loses it. Values the page already has are not validated again. Throws STATUS_PAGE_NOT_FOUND, SERVICE_UNKNOWN,
 * CUSTOM_DOMAIN_INVALID and STATUS_PAGE_ADDRESS_TAKEN.
 */
export const updateStatusPage = (store: Store, caller: Caller, input: StatusPageChange): Promise<StatusPageView> =>
  store.db.transaction((tx) => changeStatusPage(tx, caller, input))

export interface StatusPageChange {
  readonly id: string
  readonly body: Given<StatusPageChangeBody>
  readonly publicUrl: string
}

/** The same within a transaction, which keeps others from changing the page until it ends. */
export async function changeStatusPage(
  tx: Transaction,
  caller: Caller,
  input: StatusPageChange,
): Promise<StatusPageView> {
  const { accountId, nowMs } = caller
  const { id, publicUrl } = input
  const before = await lockPage(tx, accountId, id)
  if (before === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
  const body = givenBody(input.body, { ...before.page.settings })
  const given = withCustomDomain(body, { publicUrl }, before.page.customDomain)
  const row = { ...changedPage(before.page, given), updatedAt: new Date(nowMs) }
  if (row.customDomain !== before.page.customDomain) await assertOwnDomain(tx, row)
  assertFree(await updatePage(tx, row), row)
  if (body.cards !== undefined)
    await replaceCards(tx, accountId, id, await cardsOfBody(tx, caller, body.cards, before.cards))
  const wasPrivate = before.page.isPrivate
  const newPassword = await followPrivacy(tx, caller, { page: row, wasPrivate, rotateKey: body.rotateKey === true })
  return { ...(await readBack(tx, accountId, id)), newPassword }
}

/** Deletes a page with its cards; services and incidents stay. Throws STATUS_PAGE_NOT_FOUND. */
export async function deleteStatusPage(store: Store, { accountId }: Caller, id: string): Promise<void> {
  const existed = await store.db.transaction((tx) => deletePage(tx, { accountId, id, generation: 2 }))
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
  const { name = before.name, url = before.url, customDomain = before.customDomain } = body
  const { settings } = before
  return {
    ...before,
    name,
    url,
    customDomain: customDomain?.toLowerCase() ?? null,
    isPrivate: body.isPrivate ?? before.isPrivate,
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

async function readBack(tx: Queryable, accountId: string, id: string): Promise<StatusPageView> {
  const found = await findPage(tx, accountId, id)
  invariant(found, 'the page was just written')
  return viewOf(tx, found)
}

async function viewOf(db: Queryable, found: StatusPageWithCards): Promise<StatusPageView> {
  const [view] = await viewsOf(db, found.page.accountId, [found])
  invariant(view, 'one page has one view')
  return view
}

/** The same few statements, however many pages there are. */
async function viewsOf(
  db: Queryable,
  accountId: string,
  found: readonly StatusPageWithCards[],
): Promise<StatusPageView[]> {
  const ids = found.map(({ page }) => page.id)
  const incidents = await listOpenIncidentsOfPages(db, { accountId, statusPageIds: ids, limit: openIncidentsMax })
  const keys = new Map((await listPageKeys(db, accountId, ids)).map((key) => [key.statusPageId, key]))
  return found.map(({ page, cards }) => ({
    page,
    cards,
    openIncidents: incidents.get(page.id) ?? [],
    key: keys.get(page.id) ?? null,
    newPassword: null,
  }))
}
