import type { ChannelUsesResource } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { existingChannelIds, findReachOfChannel, listUsesOfChannel } from '#storage/alerts'
import type { Store } from '#storage/database'

const listed = 100

/** The checks that use a channel, and those left without a channel if it is deleted. Throws ALERT_CHANNEL_NOT_FOUND. */
export async function findUsesOfChannel(
  { db }: Store,
  { accountId }: Caller,
  id: number,
): Promise<ChannelUsesResource> {
  if ((await existingChannelIds(db, accountId, [id])).size === 0) throw new Fault('ALERT_CHANNEL_NOT_FOUND')
  const [rows, reach] = await Promise.all([
    listUsesOfChannel(db, accountId, id, listed),
    findReachOfChannel(db, accountId, id),
  ])
  const groups = rows.filter(({ kind }) => kind === 'GROUP')
  const checks = rows.filter(({ kind }) => kind === 'CHECK')
  return {
    checks: checks.flatMap(({ id: checkId, name, checkType }) =>
      checkType === null ? [] : [{ id: checkId, name, checkType }],
    ),
    groups: groups.map((row) => ({ id: Number(row.id), name: row.name })),
    totalChecks: checks[0]?.total ?? 0,
    totalGroups: groups[0]?.total ?? 0,
    reachedChecks: reach.reached,
    onlyChannelOf: reach.alone,
    isDefault: reach.isDefault,
  }
}
