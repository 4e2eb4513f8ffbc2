import type { Handlers } from '#contract'
import {
  createPrivateLocation,
  createPrivateLocationKey,
  deletePrivateLocation,
  deletePrivateLocationKey,
  getPrivateLocation,
  listPrivateLocations,
  updatePrivateLocation,
} from '#management'
import { readQueueSamples } from '#reporting'
import { presentLocation, presentLocationKey, presentWrittenLocation } from '../presenters/private-location.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const privateLocationHandlers = {
  listPrivateLocations: async ({ query }, context) => {
    const locations = await listPrivateLocations(context.store, callerOf(context))
    return locations.map((location) =>
      presentLocation(location, context, { withVersions: query.versions === true, nowMs: callerOf(context).nowMs }),
    )
  },

  createPrivateLocation: async ({ body }, context) =>
    presentWrittenLocation(await createPrivateLocation(context.store, callerOf(context), body), context),

  getPrivateLocation: async ({ params }, context) => {
    const location = await getPrivateLocation(context.store, callerOf(context), params.id)
    return presentLocation(location, context, { withVersions: true, nowMs: callerOf(context).nowMs })
  },

  updatePrivateLocation: async ({ params, body }, context) => {
    const location = await updatePrivateLocation(context.store, callerOf(context), { id: params.id, body })
    return presentWrittenLocation(location, context)
  },

  deletePrivateLocation: ({ params }, context) => deletePrivateLocation(context.store, callerOf(context), params.id),

  createPrivateLocationKey: async ({ params }, context) =>
    presentLocationKey(await createPrivateLocationKey(context.store, callerOf(context), params.id)),

  deletePrivateLocationKey: async ({ params }, context) => {
    const key = { locationId: params.id, id: params.keyId }
    await deletePrivateLocationKey(context.store, callerOf(context), key)
  },

  getPrivateLocationMetrics: async ({ params, query }, context) => {
    const samples = await readQueueSamples(context.store, callerOf(context), { id: params.id, ...query })
    return {
      timestamps: samples.map((sample) => sample.at.toISOString()),
      queueSize: samples.map((sample) => sample.queueSize),
      oldestScheduledCheckRun: samples.map((sample) => sample.oldestSeconds),
      droppedRuns: samples.map((sample) => sample.droppedRuns),
    }
  },
} satisfies Partial<Handlers<RequestContext>>
