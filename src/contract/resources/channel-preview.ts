import Type from 'typebox'
import type { Static } from 'typebox'
import { alertChannelTypes, channelTypes } from '../channel-types/index.ts'
import { Discriminated, Nullable, OneOf, Strict } from '../schema.ts'
import type { AlertChannelBody } from './alert-channel.ts'

/** The events of an example message. */
export const exampleEvents = ['failure', 'degraded', 'recovery', 'ssl', 'reminder'] as const
export type ExampleEvent = (typeof exampleEvents)[number]

const event = Type.Optional(OneOf(exampleEvents, { default: 'failure', description: 'The event of the example.' }))

export const PreviewQuerySchema = Type.Object({ event })

/** A channel that need not exist: its type, its config and the event of the example. */
export const PreviewBodySchema = Type.Unsafe<Pick<AlertChannelBody, 'type' | 'config'> & { event?: ExampleEvent }>(
  Discriminated(
    'type',
    alertChannelTypes.map((type) =>
      Strict({ type: Type.Literal(type, { type: 'string' }), config: channelTypes[type].config, event }),
    ),
  ),
)

/** A channel that need not exist, for a test. */
export const ChannelTestBodySchema = Type.Unsafe<Pick<AlertChannelBody, 'type' | 'config'>>(
  Discriminated(
    'type',
    alertChannelTypes.map((type) =>
      Strict({ type: Type.Literal(type, { type: 'string' }), config: channelTypes[type].config }),
    ),
  ),
)

const PreviewMailSchema = Type.Object({
  from: Type.String(),
  to: Type.Array(Type.String()),
  subject: Type.String(),
  text: Type.String(),
  html: Type.String(),
})

const PreviewRequestSchema = Type.Object({
  method: Type.String(),
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Nullable(Type.String(), { description: 'The request body; null without one.' }),
  text: Type.Optional(Type.String({ description: 'The text of an SMS or a call.' })),
})

/** The request that would be sent, with credentials masked. */
export const ChannelPreviewSchema = Type.Object({
  type: OneOf(alertChannelTypes),
  event: OneOf(exampleEvents),
  problem: Nullable(Type.String(), { description: 'The reason why nothing would be sent; otherwise null.' }),
  mail: Nullable(PreviewMailSchema, { description: 'Of mail channels.' }),
  requests: Type.Array(PreviewRequestSchema, { description: 'Of all other channels, in the order of sending.' }),
})
export type ChannelPreview = Static<typeof ChannelPreviewSchema>
/** The message of a delivery. */
export type RenderedDelivery = Pick<ChannelPreview, 'problem' | 'mail' | 'requests'>

const outcomes = ['sent', 'retry', 'rejected'] as const

/** The outcome of sending an example. */
export const ChannelTestSchema = Type.Object({
  outcome: OneOf(outcomes, {
    description: 'retry: the delivery of an alert would be retried. rejected: retrying would not help.',
  }),
  response: Type.String({ description: 'The response of the receiver, without credentials.' }),
  title: Type.String({ description: 'The title of the example.' }),
  closed: Nullable(Type.Boolean(), {
    description: 'Whether the incident that the example opened was resolved again; null when it opened none.',
  }),
})
export type ChannelTest = Static<typeof ChannelTestSchema>
