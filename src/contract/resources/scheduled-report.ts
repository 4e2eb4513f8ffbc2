import Type from 'typebox'
import type { Static } from 'typebox'
import { matching } from '../matching.ts'
import { DateTime, Nullable, OneOf, Strict } from '../schema.ts'
import { reportGroupings } from './availability-report.ts'
import { personAddress } from './email-address.ts'

export const reportFrequencies = ['WEEKLY', 'MONTHLY'] as const
export type ReportFrequency = (typeof reportFrequencies)[number]
export const reportRanges = ['LAST_WEEK', 'LAST_MONTH', 'LAST_7_DAYS', 'LAST_30_DAYS', 'LAST_90_DAYS'] as const
export type ReportRange = (typeof reportRanges)[number]
/** An account has so many at most. */
export const mostScheduledReports = 50
export const mostReportRecipients = 50

const content = {
  range: Type.Optional(
    OneOf(reportRanges, { description: 'Whole days that are over. Default: the last week, or the last month.' }),
  ),
  groupBy: Type.Optional(OneOf(reportGroupings, { description: 'Default: check.' })),
  filterByTags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 20, description: 'Checks with all these.' }),
  ),
}
const name = Type.String({ minLength: 1, maxLength: 200 })
const frequency = OneOf(reportFrequencies, { description: 'Monthly ones are sent on the first of the month.' })
const weekday = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 7, description: 'Of weekly ones; 1 is Monday, the default.' }),
)
const time = Type.String({
  ...matching('^([01]\\d|2[0-3]):[0-5]\\d$', 'a time of day such as 08:00'),
  description: 'By the clocks of the time zone.',
})
const timeZone = Type.String({ minLength: 1, maxLength: 100, description: 'IANA name, such as Europe/Berlin.' })
const recipients = Type.Array(Type.String(personAddress), {
  minItems: 1,
  maxItems: mostReportRecipients,
  description: 'Addresses. Those of members count at once, others once the link mailed to them is used.',
})

export const ScheduledReportBodySchema = Strict({ name, frequency, weekday, time, timeZone, ...content, recipients })
export type ScheduledReportBody = Static<typeof ScheduledReportBodySchema>

export const ScheduledReportUpdateBodySchema = Strict({
  name: Type.Optional(name),
  frequency: Type.Optional(frequency),
  weekday,
  time: Type.Optional(time),
  timeZone: Type.Optional(timeZone),
  ...content,
  recipients: Type.Optional(recipients),
})
export type ScheduledReportUpdateBody = Static<typeof ScheduledReportUpdateBodySchema>

export const ScheduledReportPreviewBodySchema = Strict({
  name: Type.Optional(name),
  frequency,
  timeZone,
  ...content,
})
export type ScheduledReportPreviewBody = Static<typeof ScheduledReportPreviewBodySchema>

export const reportRecipientStates = ['CONFIRMED', 'PENDING', 'UNSUBSCRIBED'] as const
export const reportMailStates = ['PENDING', 'SENT', 'RETRY', 'REJECTED'] as const

const Recipient = Type.Object({
  id: Type.String(),
  email: Type.String(),
  isMember: Type.Boolean(),
  state: OneOf(reportRecipientStates, { description: 'PENDING: has not used the link of the confirmation yet.' }),
  lastMail: Nullable(
    Type.Object({
      status: OneOf(reportMailStates),
      response: Type.String({ description: 'Of the mail server.' }),
      at: DateTime({ description: 'When it was to be sent.' }),
    }),
  ),
})

export const ScheduledReportSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  frequency: OneOf(reportFrequencies),
  weekday: Nullable(Type.Integer()),
  time: Type.String(),
  timeZone: Type.String(),
  range: OneOf(reportRanges),
  groupBy: OneOf(reportGroupings),
  filterByTags: Type.Array(Type.String()),
  recipients: Type.Array(Recipient),
  nextAt: DateTime({ description: 'When it is sent next.' }),
  lastSentAt: Nullable(DateTime()),
  created_at: DateTime(),
  updated_at: Nullable(DateTime()),
})
export type ScheduledReportResource = Static<typeof ScheduledReportSchema>

export const ScheduledReportPreviewSchema = Type.Object({
  subject: Type.String(),
  html: Type.String(),
  text: Type.String(),
})

export const SentReportSchema = Type.Object({
  mails: Type.Integer({ description: 'How many recipients have confirmed, and are mailed.' }),
})
