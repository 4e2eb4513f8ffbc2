import Type from 'typebox'
import type { Static } from 'typebox'
import { Strict } from '../schema.ts'
import { ResponseSchema, withoutDefaults } from './read-only.ts'
import { sharedCheckFields as fields } from './check-fields.ts'

/** The initial settings of a check created in the interface, each as in the body of a check. */
export const CheckDefaultsSchema = Strict(
  {
    activated: fields.activated,
    muted: fields.muted,
    locations: fields.locations,
    privateLocations: fields.privateLocations,
    frequency: fields.frequency,
    frequencyOffset: fields.frequencyOffset,
    runParallel: fields.runParallel,
    retryStrategy: fields.retryStrategy,
    useGlobalAlertSettings: fields.useGlobalAlertSettings,
    alertSettings: fields.alertSettings,
    alertChannelSubscriptions: fields.alertChannelSubscriptions,
    tags: fields.tags,
    groupId: fields.groupId,
    runtimeId: fields.runtimeId,
  },
  { description: 'Fields of new checks, as in their bodies. An omitted field has no default of the account.' },
)
export type CheckDefaults = Static<typeof CheckDefaultsSchema>

export const AccountDefaultsSchema = ResponseSchema(Type.Object({ check: CheckDefaultsSchema }))
export type AccountDefaults = Static<typeof AccountDefaultsSchema>

export const AccountDefaultsUpdateSchema = Type.Unsafe<{ check?: CheckDefaults }>(
  withoutDefaults(Strict({ check: Type.Optional(CheckDefaultsSchema) })),
)
export type AccountDefaultsBody = Static<typeof AccountDefaultsUpdateSchema>
