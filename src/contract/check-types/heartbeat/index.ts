import Type from 'typebox'
import { described } from '../../forms/field-edit.ts'
import { Nullable, OneOf, Strict, Uuid } from '../../schema.ts'
import { NoRequest } from '../request-fields.ts'
import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { doubleCheckStrategy } from '../../resources/retry-strategy.ts'
import { ReadOnly } from '../../resources/read-only.ts'
import { example, examples } from './examples.ts'

export const heartbeatUnits = ['seconds', 'minutes', 'hours', 'days'] as const

/** When a job is due: an expression of cron with five fields, or of OnCalendar of systemd. */
export interface JobSchedule {
  /** Valid; several in lines are due whenever one of them is. */
  readonly expression: string
  /** IANA name; null is UTC. */
  readonly timezone: string | null
}

/** A number that a job sends with a ping. */
export interface PingMetric {
  readonly name: string
  readonly value: number
  readonly unit: string | null
}

export const metricVerdicts = ['OK', 'DEGRADED', 'FAILED'] as const
export type MetricVerdict = (typeof metricVerdicts)[number]
export type JudgedMetric = PingMetric & { readonly verdict: MetricVerdict }

/** Between which numbers a metric is as it should be. */
export interface MetricLimit {
  readonly name: string
  /** Of values that are sent without one. */
  readonly unit?: string | null
  readonly degradedAbove?: number | null
  readonly degradedBelow?: number | null
  readonly failedAbove?: number | null
  readonly failedBelow?: number | null
}

export interface HeartbeatSettings {
  /** Where there is a schedule: its usual period. */
  readonly period: number
  readonly periodUnit: (typeof heartbeatUnits)[number]
  readonly grace: number
  readonly graceUnit: (typeof heartbeatUnits)[number]
  /** Absent: pings are expected a period after the last one. */
  readonly schedule?: JobSchedule
  readonly metricLimits?: readonly MetricLimit[]
  /** Unguessable and unique over the installation: anyone who knows it may ping. */
  readonly pingToken: string
}

/** A schedule as requests have it; validated by the verb. */
export const JobScheduleSchema = Strict({
  expression: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'Cron with five fields such as `30 2 * * *`, or OnCalendar of systemd such as `Mon..Fri 02:30`.',
  }),
  timezone: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 100 }), { default: null, description: 'IANA name; null is UTC.' }),
  ),
})

const Bound = () => Type.Optional(Nullable(Type.Number()))

/** The limits of a metric. */
export const MetricLimitSchema = Strict({
  name: Type.String({ minLength: 1, maxLength: 50, description: 'As the pings name it.' }),
  unit: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
  degradedAbove: Bound(),
  degradedBelow: Bound(),
  failedAbove: Bound(),
  failedBelow: Bound(),
})

const period = { exclusiveMinimum: 0, maximum: 31_536_000 }
const withoutSchedule = { isRequired: true, when: ['schedule', ''] } as const

/** Period 30 seconds to 365 days, grace 0 to 365 days; validated by the verb, which knows both unit and number. */
export const HeartbeatSchema = Strict({
  schedule: described(
    Type.Optional(
      Nullable(JobScheduleSchema, {
        description: 'When the job is due, instead of a period; absent or null: by its period.',
      }),
    ),
    { control: 'jobSchedule', construct: null },
  ),
  period: described(
    Type.Optional(
      Type.Number({ ...period, description: 'Needed without a schedule; where there is one, its usual period.' }),
    ),
    withoutSchedule,
  ),
  periodUnit: described(Type.Optional(OneOf(heartbeatUnits)), withoutSchedule),
  grace: Type.Number({ minimum: 0, maximum: 31_536_000 }),
  graceUnit: OneOf(heartbeatUnits),
  metricLimits: described(
    Type.Optional(
      Type.Array(MetricLimitSchema, {
        maxItems: 20,
        description: 'Beyond which values of metrics the check is degraded or fails.',
      }),
    ),
    { control: 'metricLimits', construct: null },
  ),
  /** Empty is what clients send that leave it to the service. */
  pingToken: described(Type.Optional(Nullable(Type.Union([Uuid(), Type.Literal('')]))), { control: 'none' }),
})

/** The type that the operations about pings and their events are for. */
export const heartbeatType = 'HEARTBEAT'

export const HEARTBEAT = {
  slug: 'heartbeat',
  construct: 'HeartbeatMonitor',
  terraform: 'checkly_heartbeat_monitor',
  article: 'a',
  execution: 'inbound',
  shapes: shapes({}),
  sources: [],
  target: null,
  form: { start: { heartbeat: { period: 1, periodUnit: 'days', grace: 30, graceUnit: 'minutes' } } },
  example,
  examples,
  defaultRetryStrategy: doubleCheckStrategy,
  runTimeLimitMs: null,
  subMinute: true,
  queue: 'uptime',
  fields: {
    heartbeat: described(Strict({ ...HeartbeatSchema.properties, pingUrl: ReadOnly() }), {
      section: 'pings',
      construct: '',
    }),
  },
  result: null,
  entitlement: {
    key: 'HEARTBEAT_MONITORS',
    name: 'Heartbeat monitors',
    description: 'Jobs that ping the service when they ran.',
  },
  analytics: {
    route: { segment: 'heartbeat-checks', operation: 'getHeartbeatCheckAnalytics' },
    metrics: [],
    main: null,
    mainMetric: null,
    groupBy: [],
  },
  request: NoRequest,
  limits: { degraded: 10_000, max: 20_000, ceiling: 300_000 },
} as const satisfies CheckTypeDescriptor
