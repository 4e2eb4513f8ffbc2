import type { Delivery, PlainMail, ReportFrequency, ReportGrouping, ScheduledReportPreviewBody } from '#contract'
import { Fault, dayMs, mailTry, signedId } from '#kernel'
import type { Caller } from '#kernel'
import { nextReportAt, reportPeriod } from '#schedule'
import { findAccounts } from '#storage/accounts'
import {
  claimReportMails,
  deleteOldIssues,
  findDueReports,
  insertReportIssue,
  lockScheduledReport,
  moveReportOn,
  recordReportMail,
} from '#storage/analytics'
import type { ClaimedReportMail, ScheduledReportRow } from '#storage/analytics'
import type { LeaseClaim, Store } from '#storage/database'
import { getAvailabilityReport } from '../availability-report.ts'
import { confirmPurpose, reportLink, unsubscribePurpose } from './report-links.ts'
import { issueOf, writeConfirmationMail, writeReportMail } from './report-mail.ts'
import type { ReportFiguresOfIssue } from './report-mail.ts'
import { defaultRangeOf, knownZone } from './scheduled-reports.ts'

const batch = 20
const issuesKeptMs = 400 * dayMs

/**
 * Plans the mails of the reports whose time has come, each once however many processes try. What was missed while the
 * service was stopped is sent once. Returns whether there were any. Throws what planning one of them throws, after the
 * others.
 */
export async function planDueReports(store: Store, nowMs: number): Promise<boolean> {
  const due = await findDueReports(store.db, new Date(nowMs), batch)
  const planned = []
  for (const row of due) planned.push(await planReport(store, row, nowMs).catch((error: unknown) => ({ error })))
  if (due.length > 0) await deleteOldIssues(store.db, new Date(nowMs - issuesKeptMs))
  for (const failed of planned) if (failed !== undefined) throw failed.error
  return due.length > 0
}

async function planReport(store: Store, row: ScheduledReportRow, nowMs: number): Promise<void> {
  const figures = await figuresOf(store, row, row.nextAt.getTime())
  await store.db.transaction(async (tx) => {
    if (!(await moveReportOn(tx, row, new Date(nextReportAt(row, nowMs))))) return
    await insertReportIssue(tx, { accountId: row.accountId, reportId: row.id, figures, now: new Date(nowMs) })
  })
}

type Content = Pick<ScheduledReportRow, 'accountId' | 'range' | 'timeZone' | 'groupBy' | 'filterByTags'>

async function figuresOf(store: Store, content: Content, atMs: number): Promise<ReportFiguresOfIssue> {
  const { fromMs, toMs, previousFromMs } = reportPeriod(content.range, content.timeZone, atMs)
  const [from, to, previousFrom] = [fromMs, toMs, previousFromMs].map((ms) => new Date(ms).toISOString())
  const report = await getAvailabilityReport(
    store,
    { accountId: content.accountId, nowMs: atMs },
    {
      from,
      to,
      previousFrom,
      groupBy: content.groupBy,
      tags: content.filterByTags,
      search: '',
      sortBy: 'availability',
      isDescending: false,
    },
  )
  return issueOf(report)
}

/** Sends a report now; says to how many. Throws SCHEDULED_REPORT_NOT_FOUND. */
export async function sendScheduledReport(store: Store, { accountId, nowMs }: Caller, id: string): Promise<number> {
  const read = () => store.db.transaction((tx) => lockScheduledReport(tx, accountId, id))
  const row = await read()
  if (row === null) throw new Fault('SCHEDULED_REPORT_NOT_FOUND')
  const figures = await figuresOf(store, row, nowMs)
  return store.db.transaction(async (tx) => {
    if ((await lockScheduledReport(tx, accountId, id)) === null) throw new Fault('SCHEDULED_REPORT_NOT_FOUND')
    return insertReportIssue(tx, { accountId, reportId: id, figures, now: new Date(nowMs) })
  })
}

/** The mail of a report as it would be sent now. Throws BODY_INVALID. */
export async function previewScheduledReport(
  store: Store,
  { accountId, nowMs }: Caller,
  body: ScheduledReportPreviewBody,
  publicUrl: string,
): Promise<PlainMail> {
  const { name = '', frequency, groupBy = 'check', filterByTags = [], range = defaultRangeOf(frequency) } = body
  const timeZone = knownZone(body.timeZone)
  const [account] = await findAccounts(store.db, [accountId])
  const figures = await figuresOf(store, { accountId, range, timeZone, groupBy, filterByTags }, nowMs)
  const accountName = account?.name ?? ''
  const terms = { reportName: name, accountName, frequency, timeZone, groupBy, filterByTags, publicUrl }
  const unsubscribeUrl = `${publicUrl}/`
  return { ...writeReportMail(figures, terms), id: 'preview', to: '', unsubscribeUrl }
}

export interface PendingReportMail {
  readonly row: ClaimedReportMail
  readonly mail: PlainMail
}

/** Leases mails that are due. `publicUrl` has no trailing slash. */
export async function claimDueReportMails(
  { db, encryption }: Store,
  { publicUrl, ...claim }: LeaseClaim & { readonly publicUrl: string },
): Promise<PendingReportMail[]> {
  const rows = await claimReportMails(db, claim)
  return rows.map((row) => {
    const linkOf = (purpose: string) => reportLink(publicUrl, purpose, signedId(encryption, purpose, row.recipientId))
    const ids = { id: `report-${row.id}`, to: row.email }
    const terms = { ...termsOf(row), publicUrl }
    const mail =
      row.figures === null
        ? { ...writeConfirmationMail(terms, linkOf(confirmPurpose)), ...ids }
        : { ...writeReportMail(figuresIn(row), terms), ...ids, unsubscribeUrl: linkOf(unsubscribePurpose) }
    return { row, mail }
  })
}

/** The casts are safe because reports and issues are stored by this folder alone. */
const termsOf = (row: ClaimedReportMail) => ({
  ...row,
  frequency: row.frequency as ReportFrequency,
  groupBy: row.groupBy as ReportGrouping,
})
const figuresIn = ({ figures }: ClaimedReportMail): ReportFiguresOfIssue => figures as ReportFiguresOfIssue

/** Records the outcome of an attempt; a temporary failure is retried, up to 8 attempts within about an hour. */
export async function recordReportMailTry(
  { db }: Store,
  { row: { accountId, id, leaseToken, tries } }: PendingReportMail,
  delivery: Delivery,
  nowMs: number,
): Promise<void> {
  await recordReportMail(db, { accountId, id, leaseToken, ...mailTry(delivery, tries, nowMs) })
}
