import { defaultPageSize } from '#contract'
import type { Handlers, PingKeyResource } from '#contract'
import { createPingKey, deletePingKey, getPingKey, previewJobSchedule } from '#management'
import type { PingKey } from '#management'
import {
  getHeartbeatAvailability,
  getHeartbeatEvent,
  getHeartbeatSignal,
  getHeartbeatTimeline,
  listHeartbeatEvents,
} from '#reporting'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentEvent } from '../presenters/heartbeat-event.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const presentKey = ({ prefix, createsChecks, createdAt }: PingKey): PingKeyResource => ({
  prefix,
  createsChecks,
  createdAt: createdAt.toISOString(),
})

export const heartbeatHandlers = {
  getPingKey: async (_input, context) => presentKey(await getPingKey(context.store, callerOf(context))),

  createPingKey: async ({ body: { createsChecks = false } }, context) => {
    const made = await createPingKey(context.store, callerOf(context), { createsChecks })
    return { ...presentKey(made), key: made.key }
  },

  deletePingKey: (_input, context) => deletePingKey(context.store, callerOf(context)),

  previewHeartbeatSchedule: ({ body: { expression, timezone = null } }, context) =>
    previewJobSchedule(callerOf(context), { expression, timezone }),

  listHeartbeatEvents: async ({ params, query }, context) => {
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    const requested = { ...query, checkId, limit: query.limit ?? defaultPageSize }
    const { events, stats } = await listHeartbeatEvents(context.store, callerOf(context), requested)
    return [{ events: events.map(presentEvent), stats }]
  },

  getHeartbeatTimeline: ({ params, query }, context) => {
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    return getHeartbeatTimeline(context.store, callerOf(context), { ...query, checkId })
  },

  getHeartbeatSignal: async ({ params }, context) => {
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    const signalId = uuidFromPath(params.id, 'HEARTBEAT_EVENT_NOT_FOUND')
    return getHeartbeatSignal(context.store, callerOf(context), { checkId, signalId })
  },

  getHeartbeatEvent: async ({ params }, context) => {
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    const eventId = uuidFromPath(params.id, 'HEARTBEAT_EVENT_NOT_FOUND')
    const { event, stats } = await getHeartbeatEvent(context.store, callerOf(context), { checkId, eventId })
    return { event: presentEvent(event), stats }
  },

  getHeartbeatAvailability: async ({ params, query }, context) => {
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    return getHeartbeatAvailability(context.store, callerOf(context), { ...query, checkId })
  },
} satisfies Partial<Handlers<RequestContext>>
