import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf } from '../schema.ts'

/** Only FAILING is a failure. */
export const heartbeatStates = ['FAILING', 'EARLY', 'RECEIVED', 'GRACE', 'LATE'] as const
export type HeartbeatState = (typeof heartbeatStates)[number]

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

/** The latest events with the times at which they were expected, and what is expected next. */
export const HeartbeatTimelineSchema = Type.Object({
  periodSeconds: Type.Number(),
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
})
export type HeartbeatTimelineResource = Static<typeof HeartbeatTimelineSchema>
