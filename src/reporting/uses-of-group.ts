import type { GroupUsesResource } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { listUsesOfGroup } from '#storage/checks'
import type { GroupUseRow } from '#storage/checks'
import type { Store } from '#storage/database'
import { findChannelNames } from './overview/channel-names.ts'

const listed = 100

/** The resources that use a group. Throws CHECK_GROUP_NOT_FOUND. */
export async function findUsesOfGroup(store: Store, caller: Caller, id: number): Promise<GroupUsesResource> {
  const rows = await listUsesOfGroup(store.db, caller.accountId, id, listed)
  if (rows.length === 0) throw new Fault('CHECK_GROUP_NOT_FOUND')
  const of = (kind: GroupUseRow['kind']): GroupUseRow[] => rows.filter((row) => row.kind === kind)
  const totalOf = (kind: GroupUseRow['kind']): number => of(kind)[0]?.total ?? 0
  return {
    checks: of('CHECK').flatMap(({ id: checkId, name, checkType }) =>
      checkType === null ? [] : [{ id: checkId, name, checkType }],
    ),
    totalChecks: totalOf('CHECK'),
    channels: await named(store, caller, of('CHANNEL')),
    totalChannels: totalOf('CHANNEL'),
    maintenanceWindows: of('MAINTENANCE_WINDOW').map((row) => ({ id: Number(row.id), name: row.name })),
    totalMaintenanceWindows: totalOf('MAINTENANCE_WINDOW'),
    dashboards: of('DASHBOARD').map(({ id: dashboardId, name }) => ({ dashboardId, header: name })),
    totalDashboards: totalOf('DASHBOARD'),
    deploymentTriggers: of('DEPLOYMENT_TRIGGER').map((row) => ({ id: Number(row.id), repoName: row.name })),
    totalDeploymentTriggers: totalOf('DEPLOYMENT_TRIGGER'),
    hasTrigger: of('TRIGGER').length > 0,
    hasBadge: of('BADGE').length > 0,
    isDefault: of('DEFAULTS').length > 0,
  }
}

async function named(
  store: Store,
  caller: Caller,
  channels: readonly GroupUseRow[],
): Promise<GroupUsesResource['channels']> {
  const ids = channels.map(({ id }) => Number(id))
  const names = await findChannelNames(store, caller, ids)
  return channels.flatMap(({ id, channelType }) =>
    channelType === null ? [] : [{ id: Number(id), type: channelType, name: names.get(Number(id)) ?? channelType }],
  )
}
