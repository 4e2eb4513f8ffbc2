import { mostScheduledReports } from '#contract'
import type { ReportFrequency, ReportRange, ScheduledReportBody, ScheduledReportUpdateBody } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { isTimeZone, nextReportAt } from '#schedule'
import {
  deleteScheduledReport as removeReport,
  findLastIssues,
  insertScheduledReport,
  listReportRecipients,
  listScheduledReports as listStored,
  lockScheduledReport,
  lockScheduledReports,
  saveScheduledReport,
} from '#storage/analytics'
import type { ReportRecipientRow, ScheduledReportRow } from '#storage/analytics'
import type { Store } from '#storage/database'
import { replaceRecipients } from './replace-recipients.ts'
import type { MayConfirm } from './replace-recipients.ts'

export interface ScheduledReport {
  readonly row: ScheduledReportRow
  readonly recipients: readonly ReportRecipientRow[]
  readonly lastSentAt: Date | null
}

/** All scheduled reports of an account, by name. */
export async function listScheduledReports({ db }: Store, { accountId }: Caller): Promise<ScheduledReport[]> {
  const [rows, recipients, issues] = await Promise.all([
    listStored(db, accountId),
    listReportRecipients(db, accountId, null),
    findLastIssues(db, accountId),
  ])
  const byReport = Map.groupBy(recipients, ({ reportId }) => reportId)
  const sentAt = new Map(issues.map((issue) => [issue.reportId, issue.sentAt]))
  return rows.map((row) => ({
    row,
    recipients: byReport.get(row.id) ?? [],
    lastSentAt: sentAt.get(row.id) ?? null,
  }))
}

export const defaultRangeOf = (frequency: ReportFrequency): ReportRange =>
  frequency === 'WEEKLY' ? 'LAST_WEEK' : 'LAST_MONTH'

/** Throws BODY_INVALID and SCHEDULED_REPORTS_FULL, and what `mayConfirm` throws. */
export async function createScheduledReport(
  store: Store,
  { accountId, nowMs }: Caller,
  body: ScheduledReportBody,
  mayConfirm: MayConfirm,
): Promise<ScheduledReport> {
  const { name, frequency, time, timeZone, groupBy = 'check', filterByTags = [] } = body
  const range = body.range ?? defaultRangeOf(frequency)
  const times = { frequency, weekday: weekdayOf(frequency, body.weekday), time, timeZone: knownZone(timeZone) }
  const row: ScheduledReportRow = {
    accountId,
    id: timeOrderedId(nowMs),
    name,
    ...times,
    range,
    groupBy,
    filterByTags,
    nextAt: new Date(nextReportAt(times, nowMs)),
    createdAt: new Date(nowMs),
    updatedAt: null,
  }
  return store.db.transaction(async (tx) => {
    await lockScheduledReports(tx, accountId)
    await insertScheduledReport(tx, row)
    if ((await listStored(tx, accountId)).length > mostScheduledReports)
      throw new Fault('SCHEDULED_REPORTS_FULL', { values: { max: mostScheduledReports } })
    await replaceRecipients(tx, row, { emails: body.recipients, mayConfirm, nowMs })
    return { row, recipients: await listReportRecipients(tx, accountId, row.id), lastSentAt: null }
  })
}

/** Throws SCHEDULED_REPORT_NOT_FOUND and BODY_INVALID, and what `mayConfirm` throws. */
export async function updateScheduledReport(
  store: Store,
  caller: Caller,
  { id, body, mayConfirm }: { id: string; body: ScheduledReportUpdateBody; mayConfirm: MayConfirm },
): Promise<ScheduledReport> {
  const { accountId, nowMs } = caller
  return store.db.transaction(async (tx) => {
    const stored = await lockScheduledReport(tx, accountId, id)
    if (stored === null) throw new Fault('SCHEDULED_REPORT_NOT_FOUND')
    const row = changedBy(stored, body, nowMs)
    await saveScheduledReport(tx, row)
    if (body.recipients !== undefined) await replaceRecipients(tx, row, { emails: body.recipients, mayConfirm, nowMs })
    const issues = await findLastIssues(tx, accountId)
    const lastSentAt = issues.find(({ reportId }) => reportId === id)?.sentAt ?? null
    return { row, recipients: await listReportRecipients(tx, accountId, id), lastSentAt }
  })
}

function changedBy(row: ScheduledReportRow, body: ScheduledReportUpdateBody, nowMs: number): ScheduledReportRow {
  const { recipients: _recipients, weekday, ...fields } = body
  const frequency = fields.frequency ?? row.frequency
  const timeZone = knownZone(fields.timeZone ?? row.timeZone)
  const times = { frequency, weekday: weekdayOf(frequency, weekday ?? row.weekday ?? undefined), timeZone }
  const next = { ...row, ...fields, ...times, updatedAt: new Date(nowMs) }
  const isMoved = (['frequency', 'weekday', 'time', 'timeZone'] as const).some((field) => next[field] !== row[field])
  return isMoved ? { ...next, nextAt: new Date(nextReportAt(next, nowMs)) } : next
}

/** Throws SCHEDULED_REPORT_NOT_FOUND. */
export async function deleteScheduledReport({ db }: Store, { accountId }: Caller, id: string): Promise<void> {
  if (!(await removeReport(db, accountId, id))) throw new Fault('SCHEDULED_REPORT_NOT_FOUND')
}

const weekdayOf = (frequency: ReportFrequency, weekday = 1): number | null => (frequency === 'WEEKLY' ? weekday : null)

/** Throws BODY_INVALID. */
export function knownZone(name: string): string {
  if (isTimeZone(name)) return name
  const problem = 'must be the IANA name of a time zone such as Europe/Berlin'
  throw new Fault('BODY_INVALID', {
    values: { problems: `timeZone ${problem}` },
    attributes: { timeZone: problem },
    problems: [{ path: 'timeZone', rule: 'format', parameters: { format: 'time-zone' } }],
  })
}
