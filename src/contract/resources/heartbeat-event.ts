import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf } from '../schema.ts'

/** Only FAILING is a failure. */
export const heartbeatStates = ['FAILING', 'EARLY', 'RECEIVED', 'GRACE', 'LATE'] as const
export type HeartbeatState = (typeof heartbeatStates)[number]

/** The kinds of signals of a ping, and `late`: a run that started did not end in time. */
export const heartbeatSignalKinds = ['start', 'success', 'fail', 'log', 'late'] as const
export type HeartbeatSignalKind = (typeof heartbeatSignalKinds)[number]

const Event = Type.Object({
  id: Type.String(),
  state: OneOf(heartbeatStates),
  timestamp: DateTime(),
  source: Nullable(Type.String(), { description: 'Origin or Referer of the ping.' }),
  userAgent: Nullable(Type.String()),
})
export type HeartbeatEventResource = Static<typeof Event>

const availabilityFields = {
  successRatio: Type.Object({
    previousPeriod: Type.Number({ description: '0 to 1.' }),
    currentPeriod: Type.Number({ description: '0 to 1.' }),
  }),
  totalEntitiesCurrentPeriod: Type.Integer({ description: 'Events of the period.' }),
}

/** Null when the period holds no event. */
export const HeartbeatAvailabilitySchema = Nullable(Type.Object(availabilityFields))
export type HeartbeatAvailability = Static<typeof HeartbeatAvailabilitySchema>

const Stats = Type.Object({ last24Hours: HeartbeatAvailabilitySchema, last7Days: HeartbeatAvailabilitySchema })

/** The list of events is an array with one element, as clients expect it. */
export const HeartbeatEventsSchema = Type.Array(Type.Object({ events: Type.Array(Event), stats: Stats }))
export type HeartbeatEvents = Static<typeof HeartbeatEventsSchema>

export const HeartbeatEventSchema = Type.Object({ event: Event, stats: Stats })
export type HeartbeatEventWithStats = Static<typeof HeartbeatEventSchema>

const Signal = Type.Object({
  id: Type.String({ description: 'The id of its event too, if it has one.' }),
  kind: OneOf(heartbeatSignalKinds),
  timestamp: DateTime(),
  runId: Nullable(Type.String()),
  exitStatus: Nullable(Type.Integer({ minimum: 0, maximum: 255 })),
  durationMs: Nullable(Type.Integer(), { description: 'From the start of the run to its end.' }),
  overlapping: Type.Integer({ description: 'Of a start: how many other runs had not ended.' }),
  error: Nullable(Type.String(), { description: 'Why it is a failure.' }),
  hasBody: Type.Boolean({ description: 'The bodies of the latest 20 are kept.' }),
  bodyBytes: Type.Integer({ description: 'Length of the whole body, of which the first 10,000 bytes are kept.' }),
  source: Nullable(Type.String()),
  userAgent: Nullable(Type.String()),
})
export type HeartbeatSignalResource = Static<typeof Signal>

export const HeartbeatSignalSchema = Type.Object({
  ...Signal.properties,
  body: Nullable(Type.String(), { description: 'Untrusted text in which credentials are replaced.' }),
})
export type HeartbeatSignalWithBody = Static<typeof HeartbeatSignalSchema>

/** `UNKNOWN`: the service was stopped meanwhile and may have missed its end. */
export const openRunStates = ['RUNNING', 'LATE', 'UNKNOWN'] as const

const ScheduleAnswer = Type.Object({
  expression: Type.String(),
  timezone: Nullable(Type.String(), { description: 'IANA name; null is UTC.' }),
})

/** When a job with a schedule is due next. */
export const HeartbeatSchedulePreviewSchema = Type.Object({
  cron: Nullable(Type.String(), { description: 'The same as five fields of cron; null where cron cannot say it.' }),
  periodSeconds: Type.Number({ description: 'Its usual period.' }),
  occurrences: Type.Array(
    Type.Object({
      at: DateTime(),
      localAt: Type.String({ description: 'In the time zone of the schedule, with its offset.' }),
      clockChange: Nullable(OneOf(['BEFORE']), {
        description: 'Whether clocks change between the previous one and this.',
      }),
      isShifted: Type.Boolean({ description: 'Clocks skip its usual time, so it is due when they have changed.' }),
    }),
    { description: 'The next five.' },
  ),
})
export type HeartbeatSchedulePreview = Static<typeof HeartbeatSchedulePreviewSchema>

/** The latest events with the times at which they were expected, and what is expected next. */
export const HeartbeatTimelineSchema = Type.Object({
  schedule: Nullable(ScheduleAnswer, { description: 'Null: pings are expected a period after the last one.' }),
  periodSeconds: Type.Number({ description: 'Of a schedule, its usual one.' }),
  graceSeconds: Type.Number(),
  expectedAt: Nullable(DateTime(), { description: 'When the next ping is due; null while nothing is expected.' }),
  failingAt: Nullable(DateTime(), { description: 'When the check fails without a ping.' }),
  events: Type.Array(
    Type.Object({
      ...Event.properties,
      expectedAt: DateTime({ description: 'When this ping was due; of the first ping, when it came.' }),
    }),
    { description: 'Newest first.' },
  ),
  running: Type.Array(
    Type.Object({
      runId: Nullable(Type.String()),
      startedAt: DateTime(),
      state: OneOf(openRunStates),
      lateAt: Nullable(DateTime(), { description: 'When it fails; null: never, or it did already.' }),
    }),
    { description: 'Runs that have started and not ended, oldest first.' },
  ),
  signals: Type.Array(Signal, {
    description: 'What the latest pings said, newest first. A success without anything else has an event only.',
  }),
})
export type HeartbeatTimelineResource = Static<typeof HeartbeatTimelineSchema>
