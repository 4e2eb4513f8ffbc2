import Type from 'typebox'
import type { Static } from 'typebox'
import { AnyObject, Nullable, OneOf, Strict } from '../schema.ts'
import { AlertSettingsSchema } from './alert-settings.ts'
import { ResponseSchema } from './read-only.ts'
import { CurrentPassword } from './sign-in.ts'

const addonTiers = ['hobby', 'starter', 'team'] as const
const Addon = () => Type.Optional(Type.Object({ tier: OneOf(addonTiers), tierDisplayName: Type.String() }))
const Addons = Type.Object({ communicate: Addon(), resolve: Addon() })

export const AccountSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  runtimeId: Type.String({ description: 'Runtime of checks without one.' }),
  plan: Type.String(),
  planDisplayName: Type.String(),
  addons: Addons,
  settings: AnyObject(),
  alertSettings: ResponseSchema(AlertSettingsSchema),
  features: Type.Array(Type.String()),
})
export type AccountResource = Static<typeof AccountSchema>

const accountName = { minLength: 1, maxLength: 100 } as const
export const AccountCreateBodySchema = Strict({ name: Type.String(accountName) })
export const AccountUpdateBodySchema = Strict({ name: Type.String(accountName) })

export const AccountDeletionBodySchema = Strict({
  name: Type.String({ ...accountName, description: 'The name of the account, exactly as it is.' }),
  currentPassword: CurrentPassword(),
})

/** The resources that can be searched in all accounts of a caller. */
export const locatedTypes = ['CHECK', 'CHECK_GROUP', 'ALERT_CHANNEL', 'PRIVATE_LOCATION', 'TEST_SESSION'] as const
export type LocatedType = (typeof locatedTypes)[number]

export const AccountOfResourceSchema = Type.Object({
  accountId: Nullable(Type.String(), { description: 'Null: no account of the key has it.' }),
})

/** The identity of a key: its user, or the key itself when it belongs to none. */
export const CurrentUserSchema = Type.Object({
  id: Type.String({ description: 'The id of the user, or of the key if it has no user.' }),
  name: Type.String({ description: 'The name of the user, or of the key if it has no user.' }),
})
export type CurrentUserResource = Static<typeof CurrentUserSchema>

const Entitlement = Type.Object({
  key: Type.String(),
  name: Type.String(),
  description: Type.String(),
  type: OneOf(['flag', 'metered']),
  enabled: Type.Boolean(),
  quantity: Type.Optional(Type.Integer({ minimum: 0 })),
  requiredPlan: Type.Optional(Type.String()),
  requiredPlanDisplayName: Type.Optional(Type.String()),
  requiredAddon: Type.Optional(
    Type.Object({
      name: Type.String(),
      displayName: Type.String(),
      tier: OneOf(addonTiers),
      tierDisplayName: Type.String(),
    }),
  ),
})

/** The entitlements of an account. */
export const EntitlementsSchema = Type.Object({
  plan: Type.String(),
  planDisplayName: Type.String(),
  addons: Addons,
  locations: Type.Object({
    all: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), available: Type.Boolean() })),
    maxPerCheck: Type.Optional(Type.Integer({ minimum: 1, description: 'How many locations a check may have.' })),
  }),
  entitlements: Type.Array(Entitlement),
})
export const AccountUseSchema = Type.Object({
  entitlements: Type.Array(Type.Object({ key: Type.String(), used: Type.Integer({ minimum: 0 }) })),
  storage: Type.Object({
    files: Type.Integer({ description: 'Files of runs, and golden files.' }),
    bytes: Type.Integer(),
  }),
})

/** How many days of use are answered at most; older ones are kept. */
export const maxUseDays = 400
export const AccountUseHistorySchema = Type.Object({
  days: Type.Array(
    Type.Object({
      day: Type.String({ description: 'A day in UTC, such as `2026-11-27`. Today is recorded every hour.' }),
      runs: Type.Integer({ description: 'Results of checks on that day.' }),
      bytes: Type.Integer({ description: 'Of files of runs, and golden files.' }),
      entitlements: Type.Array(Type.Object({ key: Type.String(), used: Type.Integer({ minimum: 0 }) })),
    }),
    { description: 'Oldest first. Days on which the service did not run are left out.' },
  ),
})
export type AccountUseHistory = Static<typeof AccountUseHistorySchema>

export type AccountUseResource = Static<typeof AccountUseSchema>
export type EntitlementsResource = Static<typeof EntitlementsSchema>
