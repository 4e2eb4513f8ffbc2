import type { DashboardKeyResource, DashboardResource } from '#contract'
import type { DashboardKeyView, DashboardView } from '#publishing'
import { noBindings } from './check.ts'
import { stampsOf } from './stamps.ts'

export const presentDashboard = ({ dashboard, keys }: DashboardView): DashboardResource => ({
  id: dashboard.id,
  dashboardId: dashboard.dashboardId,
  customUrl: dashboard.customUrl,
  customDomain: dashboard.customDomain,
  ...dashboard.settings,
  isPrivate: dashboard.isPrivate,
  keys: keys.map(presentKey),
  ...stampsOf(dashboard),
  projectBindings: noBindings,
})

/** The key itself is only in the response that created it. */
const presentKey = ({ id, rawKey, masked, createdAt, updatedAt }: DashboardKeyView): DashboardKeyResource => ({
  id,
  rawKey: rawKey ?? masked,
  maskedKey: masked,
  ...stampsOf({ createdAt, updatedAt }),
})
