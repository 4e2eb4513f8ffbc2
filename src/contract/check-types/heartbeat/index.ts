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

export interface HeartbeatSettings {
  readonly period: number
  readonly periodUnit: (typeof heartbeatUnits)[number]
  readonly grace: number
  readonly graceUnit: (typeof heartbeatUnits)[number]
  /** Unguessable and unique over the installation: anyone who knows it may ping. */
  readonly pingToken: string
}

/** Period 30 seconds to 365 days, grace 0 to 365 days; validated by the verb, which knows both unit and number. */
export const HeartbeatSchema = Strict({
  period: Type.Number({ exclusiveMinimum: 0, maximum: 31_536_000 }),
  periodUnit: OneOf(heartbeatUnits),
  grace: Type.Number({ minimum: 0, maximum: 31_536_000 }),
  graceUnit: OneOf(heartbeatUnits),
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
