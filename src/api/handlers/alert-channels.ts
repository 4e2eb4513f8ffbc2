import { pageWindow } from '#contract'
import type { Handlers } from '#contract'
import {
  createChannel,
  deleteChannel,
  previewedChannel,
  testedChannel,
  getChannel,
  listChannels,
  listChannelsOnly,
  subscribeManyToChannel,
  subscribeToChannel,
  updateChannel,
} from '#management'
import { findUsesOfChannel } from '#reporting'
import { presentChannel, presentListedChannel } from '../presenters/alert-channel.ts'
import { presentedPage } from '../presenters/presented-page.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { previewOf, tested } from './channel-examples.ts'

export const alertChannelHandlers = {
  listAlertChannels: async ({ query }, context) => {
    const page = pageWindow(query)
    const asked = [context.store, callerOf(context), page] as const
    return query.includeSubscriptions === false
      ? presentedPage(await listChannelsOnly(...asked), page.offset, (view) => presentListedChannel(view, context))
      : presentedPage(await listChannels(...asked), page.offset, (view) => presentChannel(view, context))
  },

  createAlertChannel: async ({ body }, context) =>
    presentChannel(await createChannel(context.store, callerOf(context), body), context),

  getWebPushKey: async (_input, { webPushKey }) => ({ publicKey: webPushKey }),

  getUsesOfAlertChannel: ({ params }, context) => findUsesOfChannel(context.store, callerOf(context), params.id),

  getAlertChannel: async ({ params }, context) =>
    presentChannel(await getChannel(context.store, callerOf(context), params.id), context),

  updateAlertChannel: async ({ params, body }, context) =>
    presentChannel(await updateChannel(context.store, callerOf(context), { id: params.id, body }), context),

  deleteAlertChannel: ({ params }, context) => deleteChannel(context.store, callerOf(context), params.id),

  updateAlertChannelSubscription: ({ params, body }, context) =>
    subscribeToChannel(context.store, callerOf(context), { channelId: params.id, body }),

  subscribeToAlertChannel: ({ params, body }, context) =>
    subscribeManyToChannel(context.store, callerOf(context), { channelId: params.id, selection: body }),

  testAlertChannel: async ({ params }, context) =>
    tested((await getChannel(context.store, callerOf(context), params.id)).channel, context),

  testNewAlertChannel: async ({ body }, context) =>
    tested({ ...testedChannel(callerOf(context), body), id: null }, context),

  previewAlertChannel: async ({ params, query }, context) =>
    previewOf((await getChannel(context.store, callerOf(context), params.id)).channel, query.event, context),

  previewNewAlertChannel: async ({ body }, context) =>
    previewOf(previewedChannel(callerOf(context), body), body.event, context),
} satisfies Partial<Handlers<RequestContext>>
