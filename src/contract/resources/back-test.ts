import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'
import { largestId } from './alert-channel-subscription.ts'
import { AlertSettingsSchema } from './alert-settings.ts'
import { repeatUnits } from './maintenance-window.ts'
import { ResponseSchema } from './read-only.ts'
import { RetryStrategySchema } from './retry-strategy.ts'

/** The longest range of a back-test, in days. */
export const longestBackTestDays = 90
/** Outages and checks that an answer lists, at most; all of them are counted. */
export const mostListedOutages = 200
export const mostListedChecks = 100

const instant = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))

const ProposedWindowSchema = Strict(
  {
    startsAt: Type.String({ minLength: 1, maxLength: 40, description: 'Of its first occurrence, in ISO 8601.' }),
    endsAt: Type.String({ minLength: 1, maxLength: 40 }),
    repeatUnit: Type.Optional(Nullable(OneOf(repeatUnits), { description: 'Null: once.' })),
    repeatInterval: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 365 }))),
    timezone: Type.Optional(
      Nullable(Type.String({ minLength: 1, maxLength: 100 }), { description: 'IANA name; null is UTC.' }),
    ),
    pausesChecks: Type.Optional(
      Type.Boolean({ description: 'Whether checks do not run in it; else alerts are silent.' }),
    ),
    notifyAfterEnd: Type.Optional(
      Type.Boolean({ description: 'Whether what still applies at its end is notified then; true by default.' }),
    ),
  },
  { description: 'A maintenance window that would have been, for the checks that are replayed.' },
)
export type ProposedWindow = Static<typeof ProposedWindowSchema>

const proposedFields = {
  from: instant('Unix seconds, or a date and time in ISO 8601; 30 days before `to` by default.'),
  to: instant('Default: now. At most 90 days after `from`.'),
  alertSettings: Type.Optional(AlertSettingsSchema),
  retryStrategy: Type.Optional(RetryStrategySchema),
  maintenanceWindow: Type.Optional(ProposedWindowSchema),
}

export const BackTestBodySchema = Strict(proposedFields, {
  description: 'What is absent stays as it is. Objects are complete: what they leave out has its default.',
})
export type BackTestBody = Static<typeof BackTestBodySchema>

export const BackTestOfChecksBodySchema = Strict({
  ...proposedFields,
  groupId: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: largestId }), {
      description: 'Only checks of this group; otherwise all checks of the account.',
    }),
  ),
})
export type BackTestOfChecksBody = Static<typeof BackTestOfChecksBodySchema>

const CountsSchema = Type.Object({
  alerts: Type.Integer({ description: 'Of all kinds.' }),
  failure: Type.Integer(),
  degraded: Type.Integer(),
  recovery: Type.Integer(),
  reminder: Type.Integer(),
  notifications: Type.Integer({ description: 'Messages of these alerts to the channels that are subscribed today.' }),
})
export type BackTestCounts = Static<typeof CountsSchema>

const alertTimes = {
  detectedNow: Nullable(DateTime(), { description: 'The first alert with the present settings; null: none.' }),
  detectedProposed: Nullable(DateTime(), { description: 'The first alert with the proposed ones; null: none.' }),
  delaySeconds: Nullable(Type.Number(), {
    description: 'How much later the proposed settings alert; negative: earlier. Null unless both alert.',
  }),
}

const OutageSchema = Type.Object({
  checkId: Uuid(),
  checkName: Type.String(),
  from: DateTime(),
  to: Nullable(DateTime(), { description: 'Null: it lasts, or the range ends before.' }),
  state: OneOf(['FAILING', 'DEGRADED']),
  ...alertTimes,
})
export type BackTestOutage = Static<typeof OutageSchema>

const TimeLineSchema = Type.Object({
  intervals: Type.Array(
    Type.Object({ from: DateTime(), to: Nullable(DateTime()), state: OneOf(['FAILING', 'DEGRADED']) }),
  ),
  alerts: Type.Array(Type.Object({ at: DateTime(), kind: OneOf(['failure', 'degraded', 'recovery', 'reminder']) })),
})

export const backTestLimits = [
  'HISTORY_SHORTER',
  'HEARTBEATS_LEFT_OUT',
  'RETRIES_UNKNOWN',
  'KINDS_OF_ERRORS_UNKNOWN',
  'RECORDED_DIFFERS',
  'LISTS_SHORTENED',
] as const
export type BackTestLimit = (typeof backTestLimits)[number]

const LimitSchema = Type.Object({
  code: OneOf(backTestLimits),
  message: Type.String(),
  count: Nullable(Type.Integer({ description: 'How many runs, checks or alerts it is about.' })),
})

export const BackTestSchema = ResponseSchema(
  Type.Object({
    from: DateTime(),
    to: DateTime(),
    checks: Type.Integer({ description: 'How many were replayed.' }),
    summary: Type.String({ description: 'What would have been different, in a sentence.' }),
    now: CountsSchema,
    proposed: CountsSchema,
    recordedAlerts: Type.Integer({
      description: 'Alerts that were recorded in the range, with whatever settings then.',
    }),
    missedOutages: Type.Integer({ description: 'Alerted with the present settings, and not with the proposed ones.' }),
    addedOutages: Type.Integer({ description: 'Alerted with the proposed settings only.' }),
    delayedOutages: Type.Integer(),
    earlierOutages: Type.Integer(),
    longestDelaySeconds: Nullable(Type.Number()),
    outages: Type.Array(OutageSchema, {
      description: `At most ${mostListedOutages}: those that differ first, the latest first.`,
    }),
    timeLines: Nullable(Type.Object({ now: TimeLineSchema, proposed: TimeLineSchema }), {
      description: 'Of one check; null for several.',
    }),
    ofChecks: Type.Array(
      Type.Object({
        checkId: Uuid(),
        checkName: Type.String(),
        alertsNow: Type.Integer(),
        alertsProposed: Type.Integer(),
        missedOutages: Type.Integer(),
      }),
      { description: `At most ${mostListedChecks}: those that differ most first. Empty for one check.` },
    ),
    limits: Type.Array(LimitSchema, { description: 'What history cannot tell.' }),
  }),
)
export type BackTest = Static<typeof BackTestSchema>

export const proposalKinds = ['FAILED_RUNS', 'MINUTES_FAILING', 'FAILED_OF_RUNS', 'PASSED_RUNS'] as const

const ProposalSchema = Type.Object({
  checkId: Uuid(),
  checkName: Type.String(),
  kind: OneOf(proposalKinds),
  value: Type.Integer({
    description:
      'Failed runs in a row, minutes, failed runs of the last `windowRuns`, or passed runs until a recovery.',
  }),
  windowRuns: Nullable(Type.Integer(), { description: 'Of FAILED_OF_RUNS; otherwise null.' }),
  message: Type.String(),
  alertsNow: Type.Integer(),
  alertsProposed: Type.Integer(),
  sparedNotifications: Type.Integer(),
  missedOutages: Type.Integer(),
  delayedOutages: Type.Integer(),
  longestDelaySeconds: Nullable(Type.Number()),
})
export type NoiseProposal = Static<typeof ProposalSchema>

const noiseFields = {
  alerts: Type.Integer({ description: 'Failures and degradations that were alerted.' }),
  notifications: Type.Integer({ description: 'Messages that were planned for channels and not silenced.' }),
  recoveredSoon: Type.Integer({ description: 'Alerts whose check recovered within `withinMinutes`.' }),
}

export const NoiseSchema = ResponseSchema(
  Type.Object({
    from: DateTime(),
    to: DateTime(),
    withinMinutes: Type.Integer(),
    checks: Type.Array(
      Type.Object({
        checkId: Uuid(),
        checkName: Type.String(),
        ...noiseFields,
        isFlapping: Type.Boolean({ description: 'At least 5 alerts, of which at least half recovered soon.' }),
      }),
      { description: 'The noisiest first, at most 100.' },
    ),
    channels: Type.Array(
      Type.Object({
        channelId: Type.Integer(),
        name: Type.String(),
        notifications: Type.Integer(),
        recoveredSoon: Type.Integer({ description: 'Messages about alerts whose check recovered so soon.' }),
      }),
    ),
    proposals: Type.Array(ProposalSchema, {
      description: 'Settings that would have spared alerts, those that spare most first. Nothing is changed by them.',
    }),
    limits: Type.Array(LimitSchema),
  }),
)
export type Noise = Static<typeof NoiseSchema>
