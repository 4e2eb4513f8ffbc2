import type { MaintenanceVisibility } from '#contract'
import { isOver, isUnderWay } from '#schedule'
import { insertMaintenances, planReminders, updateMaintenances } from '#storage/maintenances'
import { insertMaintenanceMessages } from '#storage/status-pages'
import type { Queryable } from '#storage/database'
import type { MaintenanceRow } from '#storage/maintenances'
import type { NewMaintenanceMessage } from '#storage/status-pages'

/** The new state of a maintenance, and the visibility settings of its window. */
export interface MaintenanceChange {
  /** Null: there was none. */
  readonly before: MaintenanceRow | null
  readonly after: MaintenanceRow
  readonly visibility: MaintenanceVisibility
}

/**
 * The one way in which maintenances change: it updates their reminders, and the mails about their start and end.
 * `isAnnounced` means that an update in the caller's own text notifies the subscribers instead.
 */
export async function saveMaintenances(
  tx: Queryable,
  changes: readonly MaintenanceChange[],
  { nowMs, isAnnounced = false }: { readonly nowMs: number; readonly isAnnounced?: boolean },
): Promise<void> {
  await updateMaintenances(tx, changes.map(rowOf))
  await announce(tx, changes, { nowMs, isAnnounced })
}

/** Adds maintenances of a window; existing ones stay as they are. */
export async function addMaintenances(
  tx: Queryable,
  rows: readonly MaintenanceRow[],
  visibility: MaintenanceVisibility,
  nowMs: number,
): Promise<void> {
  const added = await insertMaintenances(tx, rows)
  const changes = rows.filter(({ id }) => added.has(id)).map((after) => ({ before: null, after, visibility }))
  await announce(tx, changes, { nowMs, isAnnounced: false })
}

const rowOf = ({ after }: MaintenanceChange): MaintenanceRow => after

async function announce(
  tx: Queryable,
  changes: readonly MaintenanceChange[],
  { nowMs, isAnnounced }: { readonly nowMs: number; readonly isAnnounced: boolean },
): Promise<void> {
  const now = new Date(nowMs)
  const plans = changes.map(({ after, visibility }) => ({
    maintenance: after,
    minutesBefore: visibility.enabled && after.status === 'SCHEDULED' ? visibility.reminderMinutesBefore : [],
  }))
  await planReminders(tx, plans, now)
  if (!isAnnounced) await insertMaintenanceMessages(tx, changes.flatMap(announcementsOf), now)
}

function announcementsOf(change: MaintenanceChange): NewMaintenanceMessage[] {
  const { after, visibility } = change
  if (visibility.notifyOnStart && isStarted(change))
    return [maintenanceMessage(after, 'STARTED', `started ${after.effectiveFrom?.getTime()}`)]
  if (visibility.notifyOnEnd && isEnded(change))
    return [maintenanceMessage(after, 'ENDED', `ended ${after.endsAt.getTime()}`)]
  return []
}

const isStarted = ({ before, after }: MaintenanceChange): boolean =>
  isUnderWay(after.status) && !(before !== null && isUnderWay(before.status))

const isEnded = ({ before, after }: MaintenanceChange): boolean =>
  after.status === 'COMPLETED' && before !== null && !isOver(before.status)

type AnnouncedMaintenance = Pick<MaintenanceRow, 'accountId' | 'id' | 'status' | 'startsAt' | 'endsAt'>

/** The message to subscribers about a maintenance. `what` makes the cause unique. */
export const maintenanceMessage = (
  { accountId, id, status, startsAt, endsAt }: AnnouncedMaintenance,
  news: NewMaintenanceMessage['content']['news'],
  what: string,
): NewMaintenanceMessage => ({
  accountId,
  cause: `maintenance ${id} ${what}`,
  content: {
    kind: 'MAINTENANCE',
    news,
    maintenanceId: id,
    status,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  },
})
