import Type from 'typebox'
import {
  HeartbeatAvailabilitySchema,
  HeartbeatEventSchema,
  HeartbeatEventsSchema,
  HeartbeatSchedulePreviewSchema,
  HeartbeatSignalSchema,
  HeartbeatTimelineSchema,
} from '../resources/heartbeat-event.ts'
import { CreatedPingKeySchema, PingKeyBodySchema, PingKeySchema } from '../resources/ping-key.ts'
import { JobScheduleSchema } from '../check-types/index.ts'
import { byCheckId, Instant, TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Heartbeats')

const period = { startTime: Type.Optional(Instant()), endTime: Type.Optional(Instant()) }

export const heartbeatOperations = {
  getPingKey: operation('GET /v1/ping-key', {
    summary: 'Get the ping key of the account, without the key itself',
    access: 'admin',
    success: { status: 200, schema: PingKeySchema },
    faults: ['PING_KEY_NOT_FOUND'],
  }),
  createPingKey: operation('POST /v1/ping-key', {
    summary: 'Create the ping key of the account, instead of the one it has; it is shown only once',
    access: 'admin',
    body: PingKeyBodySchema,
    success: { status: 201, schema: CreatedPingKeySchema },
  }),
  deletePingKey: operation('DELETE /v1/ping-key', {
    summary: 'Delete the ping key of the account; its addresses stop working',
    access: 'admin',
    faults: ['PING_KEY_NOT_FOUND'],
  }),
  previewHeartbeatSchedule: operation('POST /v1/heartbeat-schedules/preview', {
    summary: 'Get the next times at which a job with a schedule is due, without saving it',
    access: 'read',
    readsOnly: true,
    body: JobScheduleSchema,
    success: { status: 200, schema: HeartbeatSchedulePreviewSchema },
    faults: ['HEARTBEAT_SCHEDULE_INVALID'],
  }),
  listHeartbeatEvents: operation('GET /v1/checks/heartbeats/{checkId}/events', {
    summary: 'List the latest pings and missed pings of a heartbeat monitor',
    ignoresUnknown: true,
    params: byCheckId,
    query: Type.Object({ ...period, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 10 })) }),
    success: { status: 200, schema: HeartbeatEventsSchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_TYPE_MISMATCH', 'TIME_RANGE_INVALID'],
  }),
  getHeartbeatTimeline: operation('GET /v1/checks/heartbeats/{checkId}/timeline', {
    summary: 'Get the latest pings and missed pings of a heartbeat monitor with the times at which they were expected',
    params: byCheckId,
    query: Type.Object({ ...period, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 60 })) }),
    success: { status: 200, schema: HeartbeatTimelineSchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_TYPE_MISMATCH', 'TIME_RANGE_INVALID'],
  }),
  getHeartbeatSignal: operation('GET /v1/checks/heartbeats/{checkId}/signals/{id}', {
    summary: 'Get what a ping of a heartbeat monitor said, with its body',
    params: Type.Object({ checkId: TextId(), id: TextId() }),
    success: { status: 200, schema: HeartbeatSignalSchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_TYPE_MISMATCH', 'HEARTBEAT_EVENT_NOT_FOUND'],
  }),
  getHeartbeatEvent: operation('GET /v1/checks/heartbeats/{checkId}/events/{id}', {
    summary: 'Get one event of a heartbeat monitor',
    ignoresUnknown: true,
    params: Type.Object({ checkId: TextId(), id: TextId() }),
    success: { status: 200, schema: HeartbeatEventSchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_TYPE_MISMATCH', 'HEARTBEAT_EVENT_NOT_FOUND'],
  }),
  getHeartbeatAvailability: operation('GET /v1/checks/heartbeats/{checkId}/availability', {
    summary: 'Get the share of successful events of a heartbeat monitor',
    ignoresUnknown: true,
    params: byCheckId,
    query: Type.Object(period),
    success: { status: 200, schema: HeartbeatAvailabilitySchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_TYPE_MISMATCH', 'TIME_RANGE_INVALID'],
  }),
} as const
