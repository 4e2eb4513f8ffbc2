import type { Handlers } from '#contract'
import {
  acknowledgeCheck,
  muteCheck,
  muteGroup,
  previewAlerts,
  snoozeCheck,
  unacknowledgeCheck,
  unmuteCheck,
  unmuteGroup,
  unsnoozeCheck,
} from '#notifying'
import type { AlertPreview } from '#notifying'
import { findChannelNames, getStatus } from '#reporting'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentStatus } from '../presenters/check-status.ts'
import type { RequestContext } from '../request-context.ts'
import { actingUserOf } from './acting-user.ts'
import { callerOf } from './caller-of.ts'

export const silenceHandlers = {
  getAlertPreview: async ({ params }, context) => {
    const { accountId, nowMs } = callerOf(context)
    const { store, publicUrl } = context
    const preview = await previewAlerts(store, { accountId, nowMs, publicUrl }, checkIdOf(params))
    const ids = preview.channels.map(({ channelId }) => channelId)
    const names = await findChannelNames(store, { accountId }, ids)
    const named = (channel: AlertPreview['channels'][number]) => ({
      ...channel,
      name: names.get(channel.channelId) ?? channel.type,
    })
    return { ...preview, channels: preview.channels.map(named) }
  },

  acknowledgeCheck: async ({ params, body }, context) => {
    const checkId = checkIdOf(params)
    await acknowledgeCheck(context.store, await actingUserOf(context), { checkId, note: body?.note ?? null })
    return statusOf(context, checkId)
  },

  unacknowledgeCheck: async ({ params }, context) =>
    unacknowledgeCheck(context.store, await actingUserOf(context), checkIdOf(params)),

  snoozeCheck: async ({ params, body }, context) => {
    const id = checkIdOf(params)
    await snoozeCheck(context.store, await actingUserOf(context), { id, body })
    return statusOf(context, id)
  },

  unsnoozeCheck: async ({ params }, context) =>
    unsnoozeCheck(context.store, await actingUserOf(context), checkIdOf(params)),

  muteCheck: async ({ params, body }, context) => {
    const id = checkIdOf(params)
    await muteCheck(context.store, await actingUserOf(context), { id, body })
    return statusOf(context, id)
  },

  unmuteCheck: async ({ params }, context) =>
    unmuteCheck(context.store, await actingUserOf(context), checkIdOf(params)),

  muteCheckGroup: async ({ params, body }, context) => {
    const until = await muteGroup(context.store, await actingUserOf(context), { id: params.id, body })
    return { groupId: params.id, mutedUntil: until.toISOString() }
  },

  unmuteCheckGroup: async ({ params }, context) => unmuteGroup(context.store, await actingUserOf(context), params.id),
} satisfies Partial<Handlers<RequestContext>>

const checkIdOf = ({ id }: { readonly id: string }): string => uuidFromPath(id, 'CHECK_NOT_FOUND')

const statusOf = async (context: RequestContext, checkId: string) =>
  presentStatus(await getStatus(context.store, callerOf(context), checkId, context.now), context.now)
