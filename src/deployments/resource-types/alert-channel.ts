import { AlertChannelCreateBodySchema, AlertChannelDefaultsSchema } from '#contract'
import type { AlertChannelBody } from '#contract'
import { createChannel, deleteChannel, getChannel, updateChannel } from '#management'
import { listAlertChannelFields, listAlertChannelForms } from '../import-forms/forms.ts'
import { restoredConfig } from '../import-forms/masked-config.ts'
import { completeBody } from '../complete-body.ts'
import type { Payload, ResourceType } from '../resource-type.ts'
import { unlessGone } from '../unless-gone.ts'

const rule = { created: AlertChannelDefaultsSchema }
const notInCode = ['subscriptions', 'subscribe', 'pausedUntil', 'autoSubscribe']

export const alertChannel: ResourceType = {
  hasNumericIds: true,
  isLeaf: false,
  references: [],
  listForms: listAlertChannelForms,
  listFields: listAlertChannelFields,
  read: (payload) => ({ body: payload, schema: AlertChannelCreateBodySchema }),
  create: async ({ store, caller }, { body }) => String((await createChannel(store, caller, inputOf(body))).channel.id),
  update: async ({ store, caller }, id, { body }) => {
    const { channel } = await getChannel(store, caller, Number(id))
    const { type, config } = inputOf(body)
    const restored = restoredConfig({ ...config }, { type, stored: { ...channel.config } })
    const given = { ...body, ...(type === channel.type && { config: restored }) }
    const complete = completeBody(given, { rule, schema: AlertChannelDefaultsSchema, kept: notInCode })
    await updateChannel(store, caller, { id: Number(id), body: inputOf(complete) })
    return id
  },
  remove: ({ store, caller }, id) => unlessGone(deleteChannel(store, caller, Number(id)), 'ALERT_CHANNEL_NOT_FOUND'),
}

/** The cast is safe because the body was validated by the schema of the verb. */
const inputOf = (body: Payload) => body as AlertChannelBody
