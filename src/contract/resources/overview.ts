import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { alertChannelTypes } from '../channel-types/index.ts'
import { alertTypes, silenceReasons } from '../runs/alert.ts'
import { DateTime, Nullable, OneOf } from '../schema.ts'
import { notificationStatuses } from './alert-log.ts'
import { CountsSchema } from './check-row.ts'
import { notRunning } from './not-running.ts'

const tickStates = ['FAILING', 'DEGRADED', 'PASSING', 'UNKNOWN'] as const
export type TickState = (typeof tickStates)[number]

/** A channel that was to be notified, and how that went. */
const NotifiedSchema = Type.Object({
  channelId: Nullable(Type.Integer()),
  type: Nullable(OneOf(alertChannelTypes)),
  name: Type.String({ description: 'The name or destination of the channel.' }),
  status: OneOf(notificationStatuses),
  at: DateTime(),
})
export type NotifiedResource = Static<typeof NotifiedSchema>

const ProblemSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  checkType: OneOf(publicCheckTypes),
  frequency: Nullable(Type.Number()),
  groupId: Nullable(Type.Integer()),
  groupName: Nullable(Type.String()),
  state: OneOf(['FAILING', 'DEGRADED', 'UNKNOWN']),
  since: Nullable(DateTime()),
  lastResultId: Nullable(Type.String()),
  lastRunAt: Nullable(DateTime()),
  muted: Type.Boolean(),
  acknowledgedBy: Nullable(Type.String()),
  acknowledgedAt: Nullable(DateTime()),
  locations: Type.Array(Type.Object({ location: Type.String(), state: OneOf(tickStates) }), {
    description: 'The outcome of the last run in each location. UNKNOWN: nothing was learned about the target there.',
  }),
  notified: Type.Array(NotifiedSchema, { description: 'Who was notified of this problem, the last first.' }),
  silenceReason: Nullable(OneOf(silenceReasons), { description: 'The reason why nobody was notified, if so.' }),
  notRunning: notRunning(),
})
export type ProblemResource = Static<typeof ProblemSchema>

/** Checks that do not pass: with one message, about one host or certificate, since the same minute. */
const IssueSchema = Type.Object({
  state: OneOf(['FAILING', 'DEGRADED', 'UNKNOWN']),
  reason: Nullable(
    Type.String({
      description: 'Why, as the last result says it; null for UNKNOWN, of which `notRunning` of its checks says why.',
    }),
  ),
  target: Nullable(
    Type.String({ description: 'The host, with its port, or the name of the certificate that they are about.' }),
  ),
  since: Nullable(DateTime({ description: 'Since when the first of them does not pass.' })),
  checks: Type.Array(ProblemSchema),
  incident: Nullable(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'The newest open incident of status pages that one of them opened, keeps open, or was named for.',
  }),
})
export type IssueResource = Static<typeof IssueSchema>

const OverviewEventSchema = Type.Object({
  id: Type.String(),
  at: DateTime(),
  alertType: OneOf(alertTypes),
  checkId: Type.String(),
  checkName: Type.String(),
  checkResultId: Nullable(Type.String()),
  error: Nullable(Type.String()),
  notified: Type.Array(Type.String(), { description: 'Names of the channels that were notified.' }),
})
export type OverviewEventResource = Static<typeof OverviewEventSchema>

const OverviewChangeSchema = Type.Object({
  id: Type.String(),
  at: DateTime(),
  kind: OneOf(['CHANGE', 'DEPLOYMENT']),
  actorName: Nullable(Type.String()),
  action: OneOf(['CREATED', 'UPDATED', 'DELETED']),
  resourceType: OneOf(['CHECK', 'CHECK_GROUP']),
  resourceId: Nullable(Type.String()),
  resourceName: Nullable(Type.String({ description: 'Of the last of them.' })),
  count: Type.Integer({ description: 'Checks and groups that were changed in that minute.' }),
})
export type OverviewChangeResource = Static<typeof OverviewChangeSchema>

const SilencedSchema = Type.Object({
  checks: Type.Integer({ description: 'That run, and about which nobody would be notified.' }),
  held: Type.Integer({ description: 'Of them, those with an alert that waits for the end of the silence.' }),
  windows: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), until: Nullable(DateTime()) }), {
    description: 'The maintenance that is under way.',
  }),
})

export const OverviewSchema = Type.Object({
  at: DateTime({ description: 'When this was true.' }),
  counts: CountsSchema,
  issues: Type.Array(IssueSchema, { description: 'Failing before degraded before unknown, the newest first.' }),
  problems: Type.Integer({
    description: 'Checks that do not pass or that nobody runs; the issues have 500 of them at most.',
  }),
  events: Type.Array(OverviewEventSchema, { description: 'The latest alerts of the last week.' }),
  changes: Type.Array(OverviewChangeSchema, {
    description: 'The latest changes and deployments of checks and groups of the last week.',
  }),
  silenced: SilencedSchema,
})
export type OverviewResource = Static<typeof OverviewSchema>

/** The last runs of one check, the oldest first. A run in several locations counts once: the worst outcome. */
const CheckTicksSchema = Type.Object({
  checkId: Type.String(),
  outcomes: Type.String({ description: 'A letter for each run: P passed, D degraded, F failed, U unknown.' }),
  responseTimes: Type.Array(Type.Integer({ description: 'Milliseconds, of the slowest location.' })),
  startedAt: Nullable(DateTime({ description: 'When the oldest of them began.' })),
  limit: Nullable(Type.Number({ description: 'The response time that fails the check.' })),
})
export type CheckTicksResource = Static<typeof CheckTicksSchema>

export const CheckTicksListSchema = Type.Object({ entries: Type.Array(CheckTicksSchema) })
export type CheckTicksListResource = Static<typeof CheckTicksListSchema>

/** The aggregates of a check over a range of time. */
const CheckMetricsSchema = Type.Object({
  checkId: Type.String(),
  availability: Nullable(
    Type.Number({ description: 'Percent of the results that did not fail; null without results.' }),
  ),
  p95: Nullable(
    Type.Number({
      description:
        'Milliseconds: the 95th percentile of the response time or latency; null where nothing measured it. At most 1 % off.',
    }),
  ),
})
export type CheckMetricsResource = Static<typeof CheckMetricsSchema>

export const CheckMetricsListSchema = Type.Object({ entries: Type.Array(CheckMetricsSchema) })

export const searchKinds = [
  'check',
  'group',
  'channel',
  'location',
  'status-page',
  'incident',
  'maintenance-window',
  'dashboard',
  'variable',
] as const
export type SearchKind = (typeof searchKinds)[number]

const FoundSchema = Type.Object({
  kind: OneOf(searchKinds),
  id: Type.String(),
  name: Type.String(),
  detail: Nullable(
    Type.String({
      description: 'The URL of a check, the type of a channel, the time at which an incident was opened, and so on.',
    }),
  ),
})
export type FoundResource = Static<typeof FoundSchema>
export const FoundListSchema = Type.Object({ entries: Type.Array(FoundSchema) })
export type FoundListResource = Static<typeof FoundListSchema>
