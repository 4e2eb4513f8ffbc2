import type { AgentPlanReach } from '#contract'
import type { Store } from '#storage/database'
import { listReachedByChecks } from '#storage/status-pages'
import type { ReachingChecks } from '#storage/status-pages'
import { findChannelNames } from './overview/channel-names.ts'

const listed = 50

/** The channels, status pages and dashboards that some checks reach, the first 50 by kind and name. */
export async function findReachOfChecks(store: Store, checks: ReachingChecks): Promise<AgentPlanReach[]> {
  const rows = await listReachedByChecks(store.db, checks, listed)
  const channels = rows.flatMap(({ type, id }) => (type === 'ALERT_CHANNEL' ? [Number(id)] : []))
  const names = await findChannelNames(store, checks, channels)
  return rows.map(({ type, id, name }) => ({
    type,
    name: type === 'ALERT_CHANNEL' ? (names.get(Number(id)) ?? '') : name,
  }))
}
