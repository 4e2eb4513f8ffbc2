import type { DrillResource, Handlers } from '#contract'
import { startDrill } from '#runs'
import { findChannelNames, getDrill } from '#reporting'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentDrill } from '../presenters/drill.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const drillHandlers = {
  startDrill: async ({ params }, context) => {
    const checkId = uuidFromPath(params.id, 'CHECK_NOT_FOUND')
    return drillOf(context, { checkId, id: await startDrill(context.store, callerOf(context), checkId) })
  },

  getDrill: ({ params }, context) =>
    drillOf(context, { checkId: uuidFromPath(params.id, 'DRILL_NOT_FOUND'), id: params.drillId.toLowerCase() }),
} satisfies Partial<Handlers<RequestContext>>

async function drillOf(
  context: RequestContext,
  key: { readonly checkId: string; readonly id: string },
): Promise<DrillResource> {
  const caller = callerOf(context)
  const drill = await getDrill(context.store, caller, key)
  const ids = drill.deliveries.map(({ channelId }) => channelId)
  return presentDrill(drill, await findChannelNames(context.store, caller, ids))
}
