import type { ScheduledReport } from '#analytics'
import type { ScheduledReportResource } from '#contract'

const stateOf = ({ confirmedAt, unsubscribedAt }: ScheduledReport['recipients'][number]) =>
  unsubscribedAt !== null ? 'UNSUBSCRIBED' : confirmedAt === null ? 'PENDING' : 'CONFIRMED'

export const presentScheduledReport = ({ row, recipients, lastSentAt }: ScheduledReport): ScheduledReportResource => ({
  id: row.id,
  name: row.name,
  frequency: row.frequency,
  weekday: row.weekday,
  time: row.time,
  timeZone: row.timeZone,
  range: row.range,
  groupBy: row.groupBy,
  filterByTags: [...row.filterByTags],
  recipients: recipients.map((recipient) => ({
    id: recipient.id,
    email: recipient.email,
    isMember: recipient.userId !== null,
    state: stateOf(recipient),
    lastMail:
      recipient.mailStatus === null || recipient.mailAt === null
        ? null
        : {
            status: recipient.mailStatus,
            response: recipient.mailResponse ?? '',
            at: recipient.mailAt.toISOString(),
          },
  })),
  nextAt: row.nextAt.toISOString(),
  lastSentAt: lastSentAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt?.toISOString() ?? null,
})
