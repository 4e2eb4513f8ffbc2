import Type from 'typebox'
import type { Static } from 'typebox'
import { matching } from '../matching.ts'
import { CalendarDate, DateTime, Nullable, OneOf, Strict } from '../schema.ts'
import { withoutDefaults } from './read-only.ts'
import { largestId } from './alert-channel-subscription.ts'
import { CursorList } from './cursor-list.ts'

/** An account has so many at most. */
export const mostAlertSources = 100
export const mostAlertSilences = 500

/** `warning`: what is degraded; `critical`: what fails. */
export const receivedSeverities = ['critical', 'warning'] as const
export type ReceivedSeverity = (typeof receivedSeverities)[number]

const LabelName = (fallback: string, description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 128,
      ...matching('^[^\\u0000-\\u001f]*$', 'the name of a label, such as severity'),
      default: fallback,
      description,
    }),
  )

const name = Type.String({ minLength: 1, maxLength: 100, description: 'Messages and lists show it.' })

const settings = {
  alertChannelIds: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: largestId }), {
      maxItems: 100,
      default: [],
      description: 'The channels that are notified.',
    }),
  ),
  severityLabel: LabelName(
    'severity',
    'The label that says how bad it is: warning, warn, info, low, none and P4 and P5 count as degraded.',
  ),
  serviceLabel: LabelName(
    'service',
    'The label whose value is the name of a service of status pages, for incidents; empty: none.',
  ),
  opensIncidents: Type.Optional(
    Type.Boolean({ default: false, description: 'A firing alert opens an incident on the service that it names.' }),
  ),
  notifySubscribers: Type.Optional(
    Type.Boolean({ default: false, description: 'Such incidents are mailed to subscribers.' }),
  ),
  groupId: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: largestId }), {
      default: null,
      description: 'While this check group is muted, so are the alerts.',
    }),
  ),
  expireMinutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 43_200,
      default: 1440,
      description: 'An alert that is not sent again for so long is over, unless its sender says when.',
    }),
  ),
}

export const AlertSourceBodySchema = Strict({ name, ...settings })
export type AlertSourceBody = Static<typeof AlertSourceBodySchema>
/** Absent fields keep their value. */
export const AlertSourceUpdateBodySchema = Type.Unsafe<Partial<AlertSourceBody>>(
  withoutDefaults(Strict({ name: Type.Optional(name), ...settings })),
)

const sourceFields = {
  id: Type.String(),
  name: Type.String(),
  tokenPrefix: Type.String({ description: 'The beginning of its token.' }),
  alertChannelIds: Type.Array(Type.Integer()),
  severityLabel: Type.String(),
  serviceLabel: Type.String(),
  opensIncidents: Type.Boolean(),
  notifySubscribers: Type.Boolean(),
  groupId: Nullable(Type.Integer()),
  expireMinutes: Type.Integer(),
  firing: Type.Integer({ description: 'Its alerts that fire now.' }),
  lastReceivedAt: Nullable(DateTime()),
  leftOut: Type.Integer({ description: 'Alerts that its last message left out, or that were too many to keep.' }),
  created_at: DateTime(),
  updated_at: Nullable(DateTime()),
}
export const AlertSourceSchema = Type.Object(sourceFields)
export type AlertSourceResource = Static<typeof AlertSourceSchema>

/** A source with its addresses, which are returned only when its token is made. */
export const NewAlertSourceSchema = Type.Object({
  ...sourceFields,
  token: Type.String({ description: 'Returned here only. It is the routing key of events in the form of PagerDuty.' }),
  webhookUrl: Type.String({ description: 'For webhooks of Alertmanager, Grafana and Grafana OnCall.' }),
  alertmanagerUrl: Type.String({ description: 'For Prometheus, amtool and data sources: below it is api/v2.' }),
})

const Labels = (description: string) => Type.Record(Type.String(), Type.String(), { description })

export const ReceivedAlertSchema = Type.Object({
  id: Type.String(),
  sourceId: Type.String(),
  sourceName: Type.String(),
  fingerprint: Type.String({ description: 'Of its labels, or what the sender calls it by.' }),
  name: Type.String(),
  severity: OneOf(receivedSeverities),
  state: OneOf(['FIRING', 'RESOLVED']),
  labels: Labels('Identify the alert.'),
  annotations: Labels('Describe it.'),
  summary: Type.String(),
  link: Nullable(Type.String(), { description: 'Where the sender shows it.' }),
  startedAt: DateTime(),
  endedAt: Nullable(DateTime()),
  expiresAt: Nullable(DateTime(), { description: 'When it is over unless it is sent again.' }),
  lastReceivedAt: DateTime(),
  acknowledgedAt: Nullable(DateTime()),
  acknowledgedBy: Nullable(Type.String()),
  acknowledgementNote: Nullable(Type.String()),
  silencedBy: Type.Array(Type.String(), { description: 'The ids of the silences that match it now.' }),
})
export type ReceivedAlertResource = Static<typeof ReceivedAlertSchema>
export const ReceivedAlertListSchema = CursorList(ReceivedAlertSchema)

const matcherFields = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  value: Type.String({ maxLength: 1024 }),
  isRegex: Type.Optional(Type.Boolean({ default: false, description: 'The value is a regular expression (RE2).' })),
  isEqual: Type.Optional(Type.Boolean({ default: true, description: 'False: labels that do not match.' })),
}
export const LabelMatcherSchema = Strict(matcherFields)

/** All labels of an alert that is meant match; one that is absent is empty. */
export interface LabelMatcher {
  readonly name: string
  readonly value: string
  readonly isRegex: boolean
  readonly isEqual: boolean
}

export const AlertSilenceBodySchema = Strict({
  matchers: Type.Array(LabelMatcherSchema, { minItems: 1, maxItems: 64, description: 'All of them match.' }),
  startsAt: Type.Optional(CalendarDate({ minLength: 10, maxLength: 40, description: 'Default: now.' })),
  endsAt: CalendarDate({ minLength: 10, maxLength: 40, description: 'A date and time in ISO 8601.' }),
  comment: Type.Optional(Type.String({ maxLength: 500, default: '' })),
})
export type AlertSilenceBody = Static<typeof AlertSilenceBodySchema>

export const AlertSilenceSchema = Type.Object({
  id: Type.String(),
  matchers: Type.Array(
    Type.Object({ name: Type.String(), value: Type.String(), isRegex: Type.Boolean(), isEqual: Type.Boolean() }),
  ),
  startsAt: DateTime(),
  endsAt: DateTime(),
  createdBy: Type.String(),
  comment: Type.String(),
  created_at: DateTime(),
})
export type AlertSilenceResource = Static<typeof AlertSilenceSchema>
