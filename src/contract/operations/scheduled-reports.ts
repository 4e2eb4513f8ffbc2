import Type from 'typebox'
import {
  ScheduledReportBodySchema,
  ScheduledReportPreviewBodySchema,
  ScheduledReportPreviewSchema,
  ScheduledReportSchema,
  ScheduledReportUpdateBodySchema,
  SentReportSchema,
} from '../resources/scheduled-report.ts'
import { byId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Reporting')
const limit = { requests: 60, seconds: 60 }

export const scheduledReportOperations = {
  listScheduledReports: operation('GET /v1/scheduled-reports', {
    summary: 'List the reports that are mailed regularly, with their recipients, by name',
    success: { status: 200, schema: Type.Array(ScheduledReportSchema) },
  }),
  createScheduledReport: operation('POST /v1/scheduled-reports', {
    summary: 'Have a report mailed every week or every month',
    body: ScheduledReportBodySchema,
    success: { status: 201, schema: ScheduledReportSchema },
    faults: ['SCHEDULED_REPORTS_FULL'],
    limit,
  }),
  previewScheduledReport: operation('POST /v1/scheduled-reports/preview', {
    summary: 'Get the mail of a report as it would be sent now',
    access: 'read',
    readsOnly: true,
    body: ScheduledReportPreviewBodySchema,
    success: { status: 200, schema: ScheduledReportPreviewSchema },
    limit: { requests: 30, seconds: 60 },
  }),
  updateScheduledReport: operation('PUT /v1/scheduled-reports/{id}', {
    summary: 'Update a scheduled report; absent fields keep their value',
    params: byId,
    body: ScheduledReportUpdateBodySchema,
    success: { status: 200, schema: ScheduledReportSchema },
    faults: ['SCHEDULED_REPORT_NOT_FOUND'],
    limit,
  }),
  deleteScheduledReport: operation('DELETE /v1/scheduled-reports/{id}', {
    summary: 'Delete a scheduled report: nobody gets it any more',
    params: byId,
    faults: ['SCHEDULED_REPORT_NOT_FOUND'],
  }),
  sendScheduledReport: operation('POST /v1/scheduled-reports/{id}/send', {
    summary: 'Send a scheduled report now, besides its schedule',
    params: byId,
    success: { status: 200, schema: SentReportSchema },
    faults: ['SCHEDULED_REPORT_NOT_FOUND'],
    limit: { requests: 10, seconds: 60 },
  }),
} as const
