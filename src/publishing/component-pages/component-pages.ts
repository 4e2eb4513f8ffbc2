import type { ComponentPageBody, SomeThemeColors } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance } from '#storage/accounts'
import {
  deletePage,
  findComponentPage,
  insertPage,
  listComponentPages,
  lockComponentPage,
  replaceDomainVerification,
  updatePage,
} from '#storage/status-pages'
import type { Queryable, Store, Transaction } from '#storage/database'
import type { ComponentPageRow } from '#storage/status-pages'
import { readPage } from '../cursor.ts'
import type { CursorPage, CursorQuery } from '../cursor.ts'
import { withCustomDomain } from '../custom-domain.ts'
import { assertFree, assertOwnDomain } from '../page-address.ts'
import { newVerification, proofPrefix } from './decide-verification.ts'

/** The settings of a page with components; `publicUrl` has no trailing slash. */
export interface ComponentPageInput {
  readonly body: ComponentPageBody
  readonly publicUrl: string
}

/** Throws CUSTOM_DOMAIN_INVALID, STATUS_PAGE_ADDRESS_TAKEN and the faults of plans. */
export function createComponentPage(
  store: Store,
  caller: Caller,
  { body, publicUrl }: ComponentPageInput,
): Promise<ComponentPageRow> {
  const { accountId, nowMs } = caller
  const id = timeOrderedId(nowMs)
  const row: ComponentPageRow = {
    accountId,
    id,
    ...fieldsOf(withCustomDomain(body, rulesOf(publicUrl))),
    isPrivate: false,
    generation: 3,
    createdAt: new Date(nowMs),
    updatedAt: null,
  }
  return store.db.transaction(async (tx) => {
    await assertOwnDomain(tx, row)
    assertFree(await insertPage(tx, row), row)
    await assertAllowance(tx, caller, 'STATUS_PAGES')
    await verifyAgain(tx, row, nowMs)
    return row
  })
}

/** Oldest first, a page of them at a time. Throws CURSOR_INVALID. */
export const listComponentPagesOfAccount = (
  store: Store,
  { accountId }: Caller,
  query: CursorQuery,
): Promise<CursorPage<ComponentPageRow>> =>
  readPage<ComponentPageRow>(
    query,
    ({ id }) => id,
    (window) => listComponentPages(store.db, { accountId, ...window }),
  )

/** Throws STATUS_PAGE_NOT_FOUND. */
export const getComponentPage = async (store: Store, { accountId }: Caller, id: string): Promise<ComponentPageRow> =>
  foundPage(await findComponentPage(store.db, accountId, id))

/** Replaces all settings. Throws STATUS_PAGE_NOT_FOUND, CUSTOM_DOMAIN_INVALID and STATUS_PAGE_ADDRESS_TAKEN. */
export function updateComponentPage(
  store: Store,
  caller: Caller,
  input: ComponentPageInput & { readonly id: string },
): Promise<ComponentPageRow> {
  return store.db.transaction((tx) => changeComponentPage(tx, caller, input))
}

/** The same within a transaction, which keeps others from changing the page until it ends. */
export async function changeComponentPage(
  tx: Transaction,
  { accountId, nowMs }: Caller,
  { id, body, publicUrl }: ComponentPageInput & { readonly id: string },
): Promise<ComponentPageRow> {
  const before = foundPage(await lockComponentPage(tx, accountId, id))
  const given = withCustomDomain(body, rulesOf(publicUrl), before.customDomain)
  const row: ComponentPageRow = { ...before, ...fieldsOf(given), updatedAt: new Date(nowMs) }
  const isMoving = row.customDomain !== before.customDomain
  if (isMoving) await assertOwnDomain(tx, row)
  assertFree(await updatePage(tx, row), row)
  if (isMoving) await verifyAgain(tx, row, nowMs)
  return row
}

/** Deletes a page with its components, rules, incidents and subscribers. Throws STATUS_PAGE_NOT_FOUND. */
export async function deleteComponentPage(store: Store, { accountId }: Caller, id: string): Promise<void> {
  const existed = await store.db.transaction((tx) => deletePage(tx, { accountId, id, generation: 3 }))
  if (!existed) throw new Fault('STATUS_PAGE_NOT_FOUND')
}

export function foundPage(row: ComponentPageRow | null): ComponentPageRow {
  if (row === null) throw new Fault('STATUS_PAGE_NOT_FOUND')
  return row
}

/** Below a domain there is room for the record that proves it. */
const rulesOf = (publicUrl: string) => ({ publicUrl, maxLength: 253 - proofPrefix.length })

/** Another domain has to be proven from the beginning. */
function verifyAgain(tx: Queryable, { accountId, id: statusPageId, customDomain }: ComponentPageRow, nowMs: number) {
  const place = { accountId, statusPageId }
  const row = customDomain === null ? null : newVerification({ ...place, domain: customDomain }, nowMs)
  return replaceDomainVerification(tx, place, row)
}

const fieldsOf = (body: ComponentPageBody): Pick<ComponentPageRow, 'name' | 'url' | 'customDomain' | 'settings'> => ({
  name: body.name,
  url: body.url.toLowerCase(),
  customDomain: textOf(body.customDomain),
  settings: {
    description: textOf(body.description),
    themeColors: inUpperCase(body.themeColors ?? null),
    logo: textOf(body.logo),
    logoDark: textOf(body.logoDark),
    favicon: textOf(body.favicon),
    redirectTo: textOf(body.redirectTo),
    defaultTheme: body.defaultTheme ?? 'AUTO',
    privacyPolicyLink: textOf(body.privacyPolicyLink),
    termsOfServiceLink: textOf(body.termsOfServiceLink),
    supportLink: textOf(body.supportLink),
    footerText: textOf(body.footerText),
    googleAnalyticsTag: textOf(body.googleAnalyticsTag),
    allowIndexing: body.allowIndexing ?? true,
  },
})

/** Clients that cannot leave a text out send an empty one. */
export const textOf = (text: string | null | undefined): string | null =>
  text === undefined || text === '' ? null : text

const inUpperCase = (colors: SomeThemeColors | null): SomeThemeColors | null =>
  colors &&
  Object.fromEntries(
    Object.entries(colors).map(([scheme, named]) => [
      scheme,
      Object.fromEntries(Object.entries(named).map(([name, color]) => [name, color.toUpperCase()])),
    ]),
  )
