import { timeOrderedId } from '#kernel'
import { leaseTables } from '../database/lease-tables.ts'
import { claimStatement, claimValues, isHeld } from '../database/leases.ts'
import type { LeaseClaim } from '../database/leases.ts'
import { notify } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'

interface NewIssue {
  readonly accountId: string
  readonly reportId: string
  readonly figures: object
  readonly now: Date
}

/** Stores the figures of one sending with a mail to each recipient who wants it; says how many there are. */
export async function insertReportIssue(
  tx: Queryable,
  { accountId, reportId, figures, now }: NewIssue,
): Promise<number> {
  const issueId = timeOrderedId(now.getTime())
  await tx.rows(
    `insert into scheduled_report_issues (account_id, report_id, id, figures, created_at) values ($1, $2, $3, $4, $5)`,
    [accountId, reportId, issueId, JSON.stringify(figures), now],
  )
  const { rowCount } = await tx.query(
    `insert into scheduled_report_mails (account_id, id, recipient_id, issue_id, claimable_at, created_at)
     select account_id, gen_random_uuid(), id, $3, $4, $4 from scheduled_report_recipients
     where account_id = $1 and report_id = $2 and confirmed_at is not null and unsubscribed_at is null`,
    [accountId, reportId, issueId, now],
  )
  await notify(tx, 'report_mails')
  return rowCount
}

/** Deletes the figures of sendings from before, with their mails; how each recipient got the last one stays known. */
export const deleteOldIssues = (db: Queryable, before: Date): Promise<unknown> =>
  db.rows(
    `delete from scheduled_report_issues issue where created_at < $1 and exists (
       select from scheduled_report_issues later
       where later.account_id = issue.account_id and later.report_id = issue.report_id and later.id > issue.id)`,
    [before],
  )

/** When each report of an account was sent last. */
export const findLastIssues = (db: Queryable, accountId: string): Promise<{ reportId: string; sentAt: Date }[]> =>
  db.rows(
    `select report_id, max(created_at) as sent_at from scheduled_report_issues where account_id = $1 group by report_id`,
    [accountId],
  )

export interface ClaimedReportMail {
  readonly accountId: string
  readonly id: string
  readonly recipientId: string
  readonly leaseToken: string
  /** This attempt included. */
  readonly tries: number
  readonly email: string
  readonly reportId: string
  readonly reportName: string
  readonly frequency: string
  readonly timeZone: string
  readonly groupBy: string
  readonly filterByTags: readonly string[]
  readonly accountName: string
  /** Null: asks whether the recipient wants the report. */
  readonly figures: unknown
}

/** Leases mails that are due, with what they say. */
export const claimReportMails = (
  db: Queryable,
  claim: LeaseClaim,
): Promise<(ClaimedReportMail & Record<string, unknown>)[]> =>
  db.namedRows(
    'claim-report-mails',
    `with claimed as (${claimStatement(leaseTables.scheduledReportMails)})
     select claimed.account_id, claimed.id, claimed.recipient_id, claimed.lease_token, claimed.tries,
       coalesce(users.email, recipient.email, '') as email, report.id as report_id, report.name as report_name,
       report.frequency, report.time_zone, report.group_by, report.filter_by_tags, accounts.name as account_name,
       issue.figures
     from claimed
     join scheduled_report_recipients recipient
       on recipient.account_id = claimed.account_id and recipient.id = claimed.recipient_id
     join scheduled_reports report on report.account_id = recipient.account_id and report.id = recipient.report_id
     join accounts on accounts.id = claimed.account_id
     left join users on users.id = recipient.user_id
     left join scheduled_report_issues issue on issue.account_id = claimed.account_id and issue.id = claimed.issue_id`,
    claimValues(claim),
  )

export interface ReportMailTry {
  readonly accountId: string
  readonly id: string
  readonly leaseToken: string
  readonly status: 'SENT' | 'RETRY' | 'REJECTED'
  readonly response: string
  /** When to try again; null when nothing is pending any more. */
  readonly claimableAt: Date | null
}

/** Records one attempt, unless the lease was lost. */
export const recordReportMail = (db: Queryable, record: ReportMailTry): Promise<unknown> =>
  db.rows(
    `update scheduled_report_mails set status = $4, response = $5, claimable_at = $6, lease_token = null
     where ${isHeld(leaseTables.scheduledReportMails)}`,
    [record.accountId, record.id, record.leaseToken, record.status, record.response, record.claimableAt],
  )
