import type { Handlers } from '#contract'
import {
  createScheduledReport,
  deleteScheduledReport,
  listScheduledReports,
  previewScheduledReport,
  sendScheduledReport,
  updateScheduledReport,
} from '#analytics'
import { presentScheduledReport } from '../presenters/scheduled-report.ts'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { decideMail, mailsOfReports } from './link-mails.ts'

const reportId = (id: string): string => uuidFromPath(id, 'SCHEDULED_REPORT_NOT_FOUND')

/** Counts the mails that strangers get. Without a mail server they wait, and say so. */
const mayConfirm = (context: RequestContext) => async (): Promise<void> => {
  await decideMail(context, mailsOfReports(context))
}

export const scheduledReportHandlers = {
  listScheduledReports: async (_input, context) =>
    (await listScheduledReports(context.store, callerOf(context))).map(presentScheduledReport),

  createScheduledReport: async ({ body }, context) =>
    presentScheduledReport(await createScheduledReport(context.store, callerOf(context), body, mayConfirm(context))),

  previewScheduledReport: async ({ body }, context) => {
    const mail = await previewScheduledReport(context.store, callerOf(context), body, context.publicUrl)
    return { subject: mail.subject, ...(context.incidentWriter?.mail(mail) ?? { html: '', text: '' }) }
  },

  updateScheduledReport: async ({ params, body }, context) =>
    presentScheduledReport(
      await updateScheduledReport(context.store, callerOf(context), {
        id: reportId(params.id),
        body,
        mayConfirm: mayConfirm(context),
      }),
    ),

  deleteScheduledReport: ({ params }, context) =>
    deleteScheduledReport(context.store, callerOf(context), reportId(params.id)),

  sendScheduledReport: async ({ params }, context) => ({
    mails: await sendScheduledReport(context.store, callerOf(context), reportId(params.id)),
  }),
} satisfies Partial<Handlers<RequestContext>>
