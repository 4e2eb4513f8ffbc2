import type { DashboardKeyResource, DashboardResource } from '#contract'
import type { DashboardKeyView, DashboardView } from '#publishing'
import { noBindings } from './check.ts'

export const presentDashboard = ({ dashboard, keys }: DashboardView): DashboardResource => ({
  id: dashboard.id,
  dashboardId: dashboard.dashboard_id,
  customUrl: dashboard.custom_url,
  customDomain: dashboard.custom_domain,
  ...dashboard.settings,
  isPrivate: dashboard.is_private,
  keys: keys.map(presentKey),
  created_at: dashboard.created_at.toISOString(),
  updated_at: dashboard.updated_at?.toISOString() ?? null,
  projectBindings: noBindings,
})

/** A key has its text only in the answer that made it. */
const presentKey = ({ id, rawKey, masked, created_at, updated_at }: DashboardKeyView): DashboardKeyResource => ({
  id,
  rawKey: rawKey ?? masked,
  maskedKey: masked,
  created_at: created_at.toISOString(),
  updated_at: updated_at?.toISOString() ?? null,
})
