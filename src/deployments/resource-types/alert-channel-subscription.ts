import { Strict } from '#contract'
import { subscribeToChannel, unsubscribeFromChannel } from '#management'
import Type from 'typebox'
import { listSubscriptionFields, listSubscriptionForms } from '../import-forms/forms.ts'
import type { Payload, ResourceTools, ResourceType } from '../resource-type.ts'

const SubscriptionPayload = Strict({
  alertChannelId: Type.Integer(),
  checkId: Type.Optional(Type.String()),
  groupId: Type.Optional(Type.Integer()),
  activated: Type.Optional(Type.Boolean()),
})

/** A check or a group notifies a channel. */
export const alertChannelSubscription: ResourceType = {
  hasNumericIds: true,
  isLeaf: true,
  listForms: listSubscriptionForms,
  listFields: listSubscriptionFields,
  references: [
    { path: 'alertChannelId', type: 'alert-channel' },
    { path: 'checkId', type: 'check' },
    { path: 'groupId', type: 'check-group' },
  ],
  read: (payload) => ({ body: payload, schema: SubscriptionPayload }),
  create: (tools, { body }) => subscribe(tools, body),
  update: async (tools, id, { body }) => {
    const subscribed = await subscribe(tools, body)
    if (subscribed !== id) await unsubscribeFromChannel(tools.store, tools.caller, Number(id))
    return subscribed
  },
  remove: ({ store, caller }, id) => unsubscribeFromChannel(store, caller, Number(id)),
}

async function subscribe({ store, caller }: ResourceTools, body: Payload): Promise<string> {
  const { alertChannelId, checkId, groupId, activated = true } = inputOf(body)
  const target = { activated, ...(checkId !== undefined && { checkId }), ...(groupId !== undefined && { groupId }) }
  return String((await subscribeToChannel(store, caller, { channelId: alertChannelId, body: target })).id)
}

/** The cast is safe because the payload was validated by its schema. */
const inputOf = (body: Payload) =>
  body as { alertChannelId: number; checkId?: string; groupId?: number; activated?: boolean }
