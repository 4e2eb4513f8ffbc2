import type { DashboardPreviewResource, DashboardSettings } from '#contract'
import { hashToken } from '#kernel'
import { findDashboardOfPath, hasDashboardKey, listDashboardDomains as listStoredDomains } from '#storage/dashboards'
import type { DashboardRow } from '#storage/dashboards'
import type { Store } from '#storage/database'

/** A dashboard as its page needs it. The account is for queries and is never displayed. */
export interface PublishedDashboard {
  readonly accountId: string
  readonly id: number
  readonly dashboardId: string
  readonly isPrivate: boolean
  readonly settings: DashboardSettings
}

/** Renders one page of a dashboard that is not saved. */
export type RenderDashboard = (draft: PublishedDashboard, page: number) => Promise<DashboardPreviewResource>

/** The dashboard with a slug; null when there is none. */
export async function findPublishedDashboard(store: Store, name: string): Promise<PublishedDashboard | null> {
  const row = await findDashboardOfPath(store.db, name)
  return row && publishedOf(row)
}

const publishedOf = ({ accountId, id, dashboardId, isPrivate, settings }: DashboardRow): PublishedDashboard => ({
  accountId,
  id,
  dashboardId,
  isPrivate,
  settings,
})

/** The dashboardId of dashboards by their custom domains, in lowercase. */
export async function listDashboardDomains(store: Store): Promise<ReadonlyMap<string, string>> {
  const rows = await listStoredDomains(store.db)
  return new Map(rows.map(({ customDomain, dashboardId }) => [customDomain, dashboardId]))
}

/** Whether a string is a key of this private dashboard. */
export const opensDashboard = (store: Store, dashboard: PublishedDashboard, key: string): Promise<boolean> =>
  hasDashboardKey(store.db, dashboard, hashToken(key))
