import { DashboardCreateBodySchema, givenBody, withDefaults } from '#contract'
import type { DashboardChangeBody, Given, DashboardCreateBody, DashboardSettings } from '#contract'
import { Fault, randomToken } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance } from '#storage/accounts'
import {
  deleteDashboard as removeDashboard,
  findDashboard,
  insertDashboard,
  listDashboardKeys,
  listDashboards as listStoredDashboards,
  lockDashboard,
  updateDashboard as saveDashboard,
} from '#storage/dashboards'
import { isDomainOfOtherKind } from '#storage/status-pages'
import type { DashboardAddress, DashboardRow, TakenDashboardAddress } from '#storage/dashboards'
import type { PageWindow, Queryable, Store } from '#storage/database'
import { comparableDomain, withCustomDomain } from '../custom-domain.ts'
import { followPrivacy, replaceKey } from './dashboard-key.ts'
import type { DashboardKeyView } from './dashboard-key.ts'
import type { PublishedDashboard } from './published-dashboard.ts'

export interface DashboardView {
  readonly dashboard: DashboardRow
  readonly keys: readonly DashboardKeyView[]
}

/** The names of dashboards are visible in their URLs, so they only need to be unique. */
const nameBytes = 6

/**
 * Creates a dashboard, with a key when it is private. Throws CUSTOM_DOMAIN_INVALID and
 * DASHBOARD_ADDRESS_TAKEN.
 */
export async function createDashboard(
  store: Store,
  caller: Caller,
  { body, publicUrl }: { readonly body: DashboardCreateBody; readonly publicUrl: string },
): Promise<DashboardView> {
  const { accountId, nowMs } = caller
  const full = withDefaults(DashboardCreateBodySchema, withCustomDomain(body, { publicUrl }))
  const row = {
    accountId,
    dashboardId: randomToken(nameBytes),
    ...addressesOf(full, noAddresses),
    isPrivate: full.isPrivate ?? false,
    settings: changedSettings(full, blankSettings),
    createdAt: new Date(nowMs),
    updatedAt: null,
  }
  return store.db.transaction(async (tx) => {
    await assertOwnDomain(tx, row)
    const dashboard = stored(await insertDashboard(tx, row), row)
    await assertAllowance(tx, caller, 'DASHBOARDS')
    return { dashboard, keys: await followPrivacy(tx, dashboard, { wasPrivate: false, nowMs }) }
  })
}

/** One page of dashboards, oldest first, and the number of all. */
export async function listDashboards(
  store: Store,
  { accountId }: Caller,
  page: PageWindow,
): Promise<{ items: DashboardView[]; total: number }> {
  const { items, total } = await listStoredDashboards(store.db, accountId, page)
  return { items: await withKeys(store.db, accountId, items), total }
}

/** A dashboard of any of the accounts. Throws DASHBOARD_NOT_FOUND. */
export async function getDashboard(
  store: Store,
  accountIds: readonly string[],
  { by, value }: DashboardAddress,
): Promise<DashboardView> {
  const address = { by, value: by === 'customDomain' ? comparableDomain(value) : value }
  const dashboard = await findDashboard(store.db, accountIds, address)
  if (dashboard === null) throw new Fault('DASHBOARD_NOT_FOUND')
  return { dashboard, keys: await listDashboardKeys(store.db, dashboard.accountId, [dashboard.id]) }
}

/** The change of a dashboard, and the host of the service. */
interface DashboardChange {
  readonly dashboardId: string
  readonly body: Given<DashboardChangeBody>
  readonly publicUrl: string
}

/**
 * Changes the fields in a body; an unchanged domain is not validated again. Throws DASHBOARD_NOT_FOUND,
 * CUSTOM_DOMAIN_INVALID and DASHBOARD_ADDRESS_TAKEN.
 */
export function updateDashboard(
  store: Store,
  { accountId, nowMs }: Caller,
  { dashboardId, body: given, publicUrl }: DashboardChange,
): Promise<DashboardView> {
  return store.db.transaction(async (tx) => {
    const before = await lockDashboard(tx, accountId, dashboardId)
    if (before === null) throw new Fault('DASHBOARD_NOT_FOUND')
    const body = givenBody(given, { ...before.settings })
    const row = {
      ...before,
      ...addressesOf(withCustomDomain(body, { publicUrl }, before.customDomain), before),
      isPrivate: body.isPrivate ?? before.isPrivate,
      settings: changedSettings(body, before.settings),
      updatedAt: new Date(nowMs),
    }
    if (row.customDomain !== before.customDomain) await assertOwnDomain(tx, row)
    const dashboard = stored(await saveDashboard(tx, row), row)
    const made = await followPrivacy(tx, dashboard, { wasPrivate: before.isPrivate, nowMs })
    const keys = made.length > 0 ? made : await listDashboardKeys(tx, accountId, [dashboard.id])
    return { dashboard, keys }
  })
}

/** Gives a private dashboard another key instead of those it has. Throws DASHBOARD_NOT_FOUND and DASHBOARD_NOT_PRIVATE. */
export function renewDashboardKey(
  store: Store,
  { accountId, nowMs }: Caller,
  dashboardId: string,
): Promise<DashboardView> {
  return store.db.transaction(async (tx) => {
    const dashboard = await lockDashboard(tx, accountId, dashboardId)
    if (dashboard === null) throw new Fault('DASHBOARD_NOT_FOUND')
    if (!dashboard.isPrivate) throw new Fault('DASHBOARD_NOT_PRIVATE')
    return { dashboard, keys: [await replaceKey(tx, dashboard, nowMs)] }
  })
}

/** The dashboard that a body would create, with the incidents of a stored one. Throws DASHBOARD_NOT_FOUND. */
export async function draftDashboard(
  store: Store,
  { accountId }: Caller,
  { body, dashboardId }: { readonly body: DashboardCreateBody; readonly dashboardId: string | null },
): Promise<PublishedDashboard> {
  const saved =
    dashboardId === null ? null : await findDashboard(store.db, [accountId], { by: 'dashboardId', value: dashboardId })
  if (dashboardId !== null && saved === null) throw new Fault('DASHBOARD_NOT_FOUND')
  const full = withDefaults(DashboardCreateBodySchema, body)
  const settings = changedSettings(full, blankSettings)
  return { accountId, id: saved?.id ?? 0, dashboardId: '', isPrivate: full.isPrivate ?? false, settings }
}

/** Deletes a dashboard with its keys and its incidents. Throws DASHBOARD_NOT_FOUND. */
export async function deleteDashboard(store: Store, { accountId }: Caller, dashboardId: string): Promise<void> {
  if (!(await removeDashboard(store.db, accountId, dashboardId))) throw new Fault('DASHBOARD_NOT_FOUND')
}

type Addresses = Pick<DashboardRow, 'customUrl' | 'customDomain'>
const noAddresses: Addresses = { customUrl: null, customDomain: null }

/** Clients written in Go send an empty text for what was not given. */
const addressesOf = ({ customUrl, customDomain }: DashboardChangeBody, before: Addresses): Addresses => ({
  customUrl: customUrl === undefined ? before.customUrl : customUrl || null,
  customDomain: customDomain === undefined ? before.customDomain : customDomain?.toLowerCase() || null,
})

const blankSettings: DashboardSettings = {
  header: '',
  logo: null,
  favicon: null,
  link: null,
  description: null,
  width: 'FULL',
  refreshRate: 60,
  paginate: true,
  paginationRate: 60,
  checksPerPage: null,
  sortByStatus: false,
  tags: [],
  useTagsAndOperator: false,
  hideTags: false,
  enableIncidents: false,
  expandChecks: false,
  showHeader: true,
  showCheckRunLinks: false,
  showGroupNames: true,
  showP95: true,
  showP99: true,
  customCSS: '',
}

/** Sound because the fields of the body have the types of the settings they replace, or are not given. */
function changedSettings(body: DashboardChangeBody, before: DashboardSettings): DashboardSettings {
  const given: Readonly<Record<string, unknown>> = body
  const isGiven = (name: string): boolean =>
    given[name] !== undefined && !(name === 'paginationRate' && given[name] === 0)
  const entries = Object.entries(before).map(([name, value]) => [name, isGiven(name) ? given[name] : value])
  return Object.fromEntries(entries) as DashboardSettings
}

async function assertOwnDomain(tx: Queryable, row: Addresses): Promise<void> {
  if (await isDomainOfOtherKind(tx, 'dashboard', row.customDomain)) throw takenFault('customDomain', row)
}

function stored(result: DashboardRow | TakenDashboardAddress, row: Addresses): DashboardRow {
  if (typeof result === 'string') throw takenFault(result, row)
  return result
}

function takenFault(field: TakenDashboardAddress, row: Addresses): Fault {
  const value = (field === 'customUrl' ? row.customUrl : row.customDomain) ?? ''
  return new Fault('DASHBOARD_ADDRESS_TAKEN', {
    values: { field, value },
    attributes: { [field]: 'taken' },
    problems: [{ path: field, rule: 'unused', parameters: {} }],
  })
}

async function withKeys(db: Queryable, accountId: string, items: readonly DashboardRow[]): Promise<DashboardView[]> {
  const ids = items.map((item) => item.id)
  const keys = Map.groupBy(await listDashboardKeys(db, accountId, ids), (key) => key.dashboardId)
  return items.map((dashboard) => ({ dashboard, keys: keys.get(dashboard.id) ?? [] }))
}
