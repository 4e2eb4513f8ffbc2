import { backTestCheck, backTestChecks, getNoise } from '#back-testing'
import type { Handlers } from '#contract'
import { findChannelNames } from '#reporting'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const backTestHandlers = {
  backTestCheck: ({ params, body }, context) =>
    backTestCheck(context.store, callerOf(context), uuidFromPath(params.id, 'CHECK_NOT_FOUND'), body),
  backTestChecks: ({ body }, context) => backTestChecks(context.store, callerOf(context), body),
  getNoise: async ({ query }, context) => {
    const caller = callerOf(context)
    const { channels, ...noise } = await getNoise(context.store, caller, query)
    const ids = channels.map(({ channelId }) => channelId)
    const names = await findChannelNames(context.store, caller, ids)
    const named = channels.map((one) => ({ ...one, name: names.get(one.channelId) ?? String(one.channelId) }))
    return { ...noise, channels: named }
  },
} satisfies Partial<Handlers<RequestContext>>
