import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import { alertChannelTypes, channelTypes } from '../channel-types/index.ts'
import type { ChannelType } from '../channel-types/index.ts'
import { AnyObject, CalendarDate, DateTime, Discriminated, Nullable, OneOf, Strict } from '../schema.ts'
import { ChannelSubscriptionInput, ChannelSubscriptionSchema } from './alert-channel-subscription.ts'
import { readOnly, withoutDefaults } from './read-only.ts'
import { ProjectBindingsSchema } from './project-bindings.ts'
import { SubscriptionSelectionSchema } from './subscription-selection.ts'
import type { SubscriptionSelection } from './subscription-selection.ts'

/** How deliveries over a channel go; answers only. */
const deliveryFields = {
  deliveryState: OneOf(['OK', 'FAILING', 'UNKNOWN'], {
    description: 'FAILING: a delivery was rejected or given up, or three attempts in a row failed.',
  }),
  lastDelivery: Nullable(Type.Object({ at: DateTime(), outcome: OneOf(['sent', 'retry', 'rejected']) }), {
    description: 'The latest attempt; null before the first one.',
  }),
  lastError: Nullable(Type.String(), {
    description: 'The response of the receiver to the latest attempt; null when that was sent.',
  }),
  failingSince: Nullable(DateTime(), { description: 'The first failed attempt since the last one that was sent.' }),
  consecutiveFailures: Type.Integer({ minimum: 0, description: 'Attempts that failed since then.' }),
  recentOutcomes: Type.Array(OneOf(['sent', 'retry', 'rejected']), {
    description: 'Of the latest attempts, at most 30, the latest last.',
  }),
}

const channelFields = {
  ...readOnly(['id', 'created_at', 'updated_at', 'projectBindings']),
  ...readOnly(['deliveryState', 'lastDelivery', 'lastError', 'failingSince', 'consecutiveFailures', 'recentOutcomes']),
  subscriptions: Type.Optional(Type.Array(ChannelSubscriptionInput, { maxItems: 5000 })),
  sendRecovery: Type.Optional(Type.Boolean({ default: true })),
  sendFailure: Type.Optional(Type.Boolean({ default: true })),
  sendDegraded: Type.Optional(Type.Boolean({ default: false })),
  sslExpiry: Type.Optional(Type.Boolean({ default: false, description: 'Alert before certificates expire.' })),
  sslExpiryThreshold: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 30, default: 30, description: 'Days before the expiry.' }),
  ),
  autoSubscribe: Type.Optional(Type.Boolean({ default: false, description: 'Newly created checks are subscribed.' })),
  pausedUntil: Type.Optional(
    Nullable(CalendarDate({ minLength: 10, maxLength: 40 }), {
      default: null,
      description:
        'Nothing is sent before this date and time; alerts that are still valid then are sent immediately. Null: not paused.',
    }),
  ),
}
const ChannelFields = Type.Object(channelFields)

/** `config` is of the shape `channelTypes` declares for the type. */
export type AlertChannelBody = Static<typeof ChannelFields> & {
  type: ChannelType
  config: Record<string, unknown>
}

export type NewAlertChannelBody = AlertChannelBody & { subscribe?: SubscriptionSelection }

const variantsOf = <F extends Record<string, TSchema>>(fields: F) =>
  Discriminated(
    'type',
    alertChannelTypes.map((type) =>
      Strict({ ...fields, type: Type.Literal(type, { type: 'string' }), config: channelTypes[type].config }),
    ),
  )

const subscribe = Type.Optional(SubscriptionSelectionSchema)

/**
 * The channels, distinguished by `type`. The flags for failure and recovery are on for a new channel, the one for
 * degraded is off. Fill the defaults with `AlertChannelDefaultsSchema` and the `config` of the channel type.
 */
export const AlertChannelCreateBodySchema = Type.Unsafe<NewAlertChannelBody>(
  variantsOf({ ...channelFields, subscribe }),
)

/** The fields of a new channel besides `type` and `config`, with their defaults. */
export const AlertChannelDefaultsSchema = ChannelFields

/** `type` and `config` stay required and replace the old; other absent fields keep their value. */
export const AlertChannelUpdateBodySchema = Type.Unsafe<AlertChannelBody>(withoutDefaults(variantsOf(channelFields)))

export const AlertChannelSchema = Type.Object({
  id: Type.Integer(),
  type: OneOf(alertChannelTypes),
  config: AnyObject({ description: 'Depends on the type.' }),
  subscriptions: Type.Array(ChannelSubscriptionSchema),
  sendRecovery: Type.Boolean(),
  sendFailure: Type.Boolean(),
  sendDegraded: Type.Boolean(),
  sslExpiry: Type.Boolean(),
  sslExpiryThreshold: Type.Integer(),
  autoSubscribe: Type.Boolean(),
  pausedUntil: Nullable(DateTime()),
  created_at: DateTime(),
  updated_at: Nullable(DateTime()),
  ...deliveryFields,
  projectBindings: Type.Optional(ProjectBindingsSchema('alert-channel')),
})
/** A channel of a list that may leave out its subscriptions, of which a channel can have one for every check. */
export const ListedChannelSchema = Type.Object({
  ...AlertChannelSchema.properties,
  subscriptions: Type.Optional(Type.Array(ChannelSubscriptionSchema)),
  activeSubscriptions: Type.Optional(
    Type.Integer({ description: 'Checks and groups that use the channel; only without `subscriptions`.' }),
  ),
})
export type ListedChannelResource = Static<typeof ListedChannelSchema>

export type AlertChannelResource = Static<typeof AlertChannelSchema>
