// Reports that are mailed to people: what is kept of them, when they are due, what their mails say and what the links do.
export { readReportLink, useReportLink } from './report-links.ts'
export type { ReportLinkAction } from './report-links.ts'
export {
  createScheduledReport,
  deleteScheduledReport,
  listScheduledReports,
  updateScheduledReport,
} from './scheduled-reports.ts'
export type { ScheduledReport } from './scheduled-reports.ts'
export {
  claimDueReportMails,
  planDueReports,
  previewScheduledReport,
  recordReportMailTry,
  sendScheduledReport,
} from './send-reports.ts'
