import { Fault, firstIdAt } from '#kernel'
import type { Caller } from '#kernel'
import { findNotification, listNotificationsOfCheck } from '#storage/alerts'
import type { NotificationRow } from '#storage/alerts'
import type { Store } from '#storage/database'
import { viewsOf } from './list-notifications.ts'
import type { NotificationView } from './list-notifications.ts'

export interface NotificationDetail extends NotificationView {
  /** The decisions from the start of the failure to the recovery, oldest first. */
  readonly history: readonly NotificationView[]
}

const longestHistory = 200

/** A notification with the others of its failure. Throws ALERT_NOTIFICATION_NOT_FOUND. */
export async function getNotification(store: Store, { accountId }: Caller, id: string): Promise<NotificationDetail> {
  const found = await findNotification(store.db, accountId, id)
  if (found === null) throw new Fault('ALERT_NOTIFICATION_NOT_FOUND')
  const { checkId, createdAt, facts } = found
  const since = facts.failingSince ? new Date(facts.failingSince) : createdAt
  const fromId = firstIdAt(Math.min(since.getTime(), createdAt.getTime()))
  const later = await listNotificationsOfCheck(store.db, { accountId, checkId, fromId, limit: longestHistory })
  const [view, ...history] = await viewsOf(store, [found, ...untilRecovery(later, found)])
  if (view === undefined) throw new Fault('ALERT_NOTIFICATION_NOT_FOUND')
  return { ...view, history }
}

/** Without the beginning of a failure there is only what was planned together with it. */
export function untilRecovery(later: readonly NotificationRow[], { facts, createdAt }: NotificationRow) {
  const end = facts.failingSince ? later.find((one) => one.facts.alertType.endsWith('RECOVERY'))?.createdAt : createdAt
  return end === undefined ? later : later.filter((one) => one.createdAt <= end)
}
