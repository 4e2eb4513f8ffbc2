import { timeOrderedId } from '#kernel'
import type { Queryable } from '../database/queryable.ts'

export interface ReportRecipientRow {
  readonly reportId: string
  readonly id: string
  /** Null: nobody who is a member. */
  readonly userId: string | null
  readonly email: string
  readonly confirmedAt: Date | null
  readonly unsubscribedAt: Date | null
  readonly mailStatus: 'PENDING' | 'SENT' | 'RETRY' | 'REJECTED' | null
  readonly mailResponse: string | null
  readonly mailAt: Date | null
}

/** Of one report, or of all of an account; with the last mail to each. */
export const listReportRecipients = (
  db: Queryable,
  accountId: string,
  reportId: string | null,
): Promise<ReportRecipientRow[]> =>
  db.rows<{ [K in keyof ReportRecipientRow]: ReportRecipientRow[K] }>(
    `select recipient.report_id, recipient.id, recipient.user_id, coalesce(users.email, recipient.email, '') as email,
       recipient.confirmed_at, recipient.unsubscribed_at, mail.status as mail_status, mail.response as mail_response,
       mail.created_at as mail_at
     from scheduled_report_recipients recipient
     left join users on users.id = recipient.user_id
     left join lateral (
       select status, response, created_at from scheduled_report_mails
       where account_id = recipient.account_id and recipient_id = recipient.id
       order by created_at desc, id desc limit 1) mail on true
     where recipient.account_id = $1 and ($2::uuid is null or recipient.report_id = $2::uuid)
     order by email, recipient.id`,
    [accountId, reportId],
  )

/** The members of an account among these addresses, in any case. */
export const findMembersByAddress = (
  db: Queryable,
  accountId: string,
  emails: readonly string[],
): Promise<{ readonly userId: string; readonly email: string }[]> =>
  db.rows(
    `select distinct on (lower(u.email)) u.id as user_id, lower(u.email) as email
     from memberships m join users u on u.id = m.user_id
     where m.account_id = $1 and lower(u.email) = any($2::text[]) order by lower(u.email), u.is_email_verified desc, u.id`,
    [accountId, emails.map((email) => email.toLowerCase())],
  )

export interface NewReportRecipient {
  readonly accountId: string
  readonly reportId: string
  readonly id: string
  readonly userId: string | null
  readonly email: string | null
  readonly confirmedAt: Date | null
  readonly createdAt: Date
}

export const insertReportRecipients = (tx: Queryable, recipients: readonly NewReportRecipient[]): Promise<unknown> =>
  tx.rows(
    `insert into scheduled_report_recipients (account_id, report_id, id, user_id, email, confirmed_at, created_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[],
       $7::timestamptz[])`,
    [
      recipients.map((one) => one.accountId),
      recipients.map((one) => one.reportId),
      recipients.map((one) => one.id),
      recipients.map((one) => one.userId),
      recipients.map((one) => one.email),
      recipients.map((one) => one.confirmedAt),
      recipients.map((one) => one.createdAt),
    ],
  )

export const deleteReportRecipients = (tx: Queryable, accountId: string, ids: readonly string[]): Promise<unknown> =>
  tx.rows(`delete from scheduled_report_recipients where account_id = $1 and id = any($2::uuid[])`, [accountId, ids])

/** A recipient by the id in the token of a link. */
export interface LinkedRecipient {
  readonly accountId: string
  readonly id: string
  readonly email: string
  readonly reportName: string
  readonly confirmedAt: Date | null
  readonly unsubscribedAt: Date | null
}

/** Null: the report or the recipient was removed. Ids are unique over all accounts. */
export async function findLinkedRecipient(db: Queryable, id: string): Promise<LinkedRecipient | null> {
  const rows = await db.rows<{ [K in keyof LinkedRecipient]: LinkedRecipient[K] }>(
    `select recipient.account_id, recipient.id, coalesce(users.email, recipient.email, '') as email,
       report.name as report_name, recipient.confirmed_at, recipient.unsubscribed_at
     from scheduled_report_recipients recipient
     join scheduled_reports report on report.account_id = recipient.account_id and report.id = recipient.report_id
     left join users on users.id = recipient.user_id
     where recipient.id = $1`,
    [id],
  )
  return rows[0] ?? null
}

type RecipientKey = Pick<LinkedRecipient, 'accountId' | 'id'>

export const confirmRecipient = (tx: Queryable, { accountId, id }: RecipientKey, now: Date): Promise<unknown> =>
  tx.rows(
    `update scheduled_report_recipients set confirmed_at = coalesce(confirmed_at, $3), unsubscribed_at = null
     where account_id = $1 and id = $2`,
    [accountId, id, now],
  )

/** Mails that wait for the recipient are not sent any more. */
export async function unsubscribeRecipient(tx: Queryable, { accountId, id }: RecipientKey, now: Date): Promise<void> {
  await tx.rows(
    `update scheduled_report_recipients set unsubscribed_at = coalesce(unsubscribed_at, $3)
     where account_id = $1 and id = $2`,
    [accountId, id, now],
  )
  await tx.rows(
    `delete from scheduled_report_mails where account_id = $1 and recipient_id = $2 and claimable_at is not null`,
    [accountId, id],
  )
}

/** The mails that ask new recipients whether they want the report. */
export const insertConfirmationMails = (
  tx: Queryable,
  accountId: string,
  recipientIds: readonly string[],
  now: Date,
): Promise<unknown> =>
  tx.rows(
    `insert into scheduled_report_mails (account_id, id, recipient_id, claimable_at, created_at)
     select $1, given.id, given.recipient_id, $4, $4
     from unnest($2::uuid[], $3::uuid[]) as given (id, recipient_id)`,
    [accountId, recipientIds.map(() => timeOrderedId(now.getTime())), recipientIds, now],
  )
