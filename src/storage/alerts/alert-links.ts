import type { Queryable } from '../database/queryable.ts'
import type { NotificationRow } from './notifications.ts'

export type LinkedNotificationRow = Pick<
  NotificationRow,
  'accountId' | 'id' | 'checkId' | 'channelId' | 'channelType' | 'facts' | 'createdAt'
>

/** An action that was taken with the link of a notification. */
export interface AlertLinkUse {
  readonly action: string
  readonly usedAt: Date
  /** As people read it. */
  readonly usedBy: string
}

export async function findLinkedNotification(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<LinkedNotificationRow | null> {
  const rows = await db.rows<LinkedNotificationRow & Record<string, unknown>>(
    `select account_id, id, check_id, channel_id, channel_type, facts, created_at from notifications
     where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0] ?? null
}

export async function findCheckName(db: Queryable, accountId: string, checkId: string): Promise<string | null> {
  const rows = await db.rows<{ name: string }>(`select name from checks where account_id = $1 and id = $2`, [
    accountId,
    checkId,
  ])
  return rows[0]?.name ?? null
}

/** The uses of the link of a notification, first use first. */
export const findAlertLinkUses = (
  db: Queryable,
  { accountId, id }: Pick<LinkedNotificationRow, 'accountId' | 'id'>,
): Promise<AlertLinkUse[]> =>
  db.rows(
    `select action, used_at, used_by from alert_link_uses where account_id = $1 and notification_id = $2
     order by used_at, action`,
    [accountId, id],
  )

/** Marks an action as taken. A second mark of the same is a conflict, so callers hold the state of the check. */
export const insertAlertLinkUse = (
  tx: Queryable,
  { accountId, id }: Pick<LinkedNotificationRow, 'accountId' | 'id'>,
  { action, usedAt, usedBy }: AlertLinkUse,
): Promise<unknown> =>
  tx.rows(
    `insert into alert_link_uses (account_id, notification_id, action, used_at, used_by) values ($1, $2, $3, $4, $5)`,
    [accountId, id, action, usedAt, usedBy],
  )
