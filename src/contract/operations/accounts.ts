import Type from 'typebox'
import { AccountDefaultsSchema, AccountDefaultsUpdateSchema } from '../resources/account-defaults.ts'
import { AlertSettingsSchema, AlertSettingsUpdateSchema } from '../resources/alert-settings.ts'
import { ResponseSchema } from '../resources/read-only.ts'
import {
  AccountCreateBodySchema,
  AccountDeletionBodySchema,
  AccountOfResourceSchema,
  AccountSchema,
  AccountUpdateBodySchema,
  AccountUseHistorySchema,
  CurrentUserSchema,
  AccountUseSchema,
  EntitlementsSchema,
  locatedTypes,
  maxUseDays,
} from '../resources/account.ts'
import { OneOf } from '../schema.ts'
import { planFaults } from './operation-faults.ts'
import { TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Accounts')

const byAccountId = Type.Object({ accountId: TextId() })

/** The first request of a command line tool under `/next` (docs/compatibility.md). */
const nextOperations = {
  listAccountsNext: operation('GET /next/accounts', {
    summary: 'List the accounts the key works for, for command line tools',
    ignoresUnknown: true,
    acrossAccounts: true,
    success: { status: 200, schema: Type.Array(AccountSchema) },
  }),
  getAccountNext: operation('GET /next/accounts/{accountId}', {
    summary: 'Get an account, for command line tools',
    ignoresUnknown: true,
    acrossAccounts: true,
    params: byAccountId,
    success: { status: 200, schema: AccountSchema },
    faults: ['ACCOUNT_NOT_FOUND'],
  }),
  getCurrentUserNext: operation('GET /next/users/me', {
    summary: 'Get the user of the key',
    ignoresUnknown: true,
    acrossAccounts: true,
    success: { status: 200, schema: CurrentUserSchema },
  }),
} as const

/** Questions of command line tools about usage credits. There are none, and the tools say so by themselves. */
const usageOperation = <const T extends 'terms' | 'summary' | 'series'>(name: T) =>
  operation(`GET /v1/usage/${name}`, {
    summary: 'Answer command line tools that ask for usage credits: always 404, because there are none',
    ignoresUnknown: true,
    success: { status: 204 },
    faults: ['NO_USAGE_TERMS'],
  })

export const accountOperations = {
  ...nextOperations,
  getUsageTerms: usageOperation('terms'),
  getUsageSummary: usageOperation('summary'),
  listUsageSeries: usageOperation('series'),
  listAccounts: operation('GET /v1/accounts', {
    summary: 'List the accounts the key works for',
    ignoresUnknown: true,
    acrossAccounts: true,
    success: { status: 200, schema: Type.Array(AccountSchema) },
  }),
  createAccount: operation('POST /v1/accounts', {
    summary: 'Create another account, which the person owns; for owners of the first account',
    access: 'admin',
    acrossAccounts: true,
    body: AccountCreateBodySchema,
    success: { status: 201, schema: AccountSchema },
    faults: ['FIRST_ACCOUNT_ONLY', 'PERSON_REQUIRED'],
    limit: { requests: 30, seconds: 60 },
  }),
  findAccountOfResource: operation('GET /v1/account-of-resource', {
    summary: 'Find which account of the key has a check, group, channel, private location or test session',
    acrossAccounts: true,
    query: Type.Object({ type: OneOf(locatedTypes), id: Type.String({ minLength: 1, maxLength: 100 }) }),
    success: { status: 200, schema: AccountOfResourceSchema },
  }),
  getOwnAccount: operation('GET /v1/accounts/me', {
    summary: 'Get the account of the account header, or of the key',
    ignoresUnknown: true,
    success: { status: 200, schema: AccountSchema },
  }),
  updateOwnAccount: operation('PUT /v1/accounts/me', {
    summary: 'Rename the account of the account header, or of the key',
    access: 'admin',
    body: AccountUpdateBodySchema,
    success: { status: 200, schema: AccountSchema },
    limit: { requests: 60, seconds: 60 },
  }),
  deleteOwnAccount: operation('POST /v1/accounts/me/deletion', {
    summary: 'Delete the account of the account header, or of the key, with everything in it; cannot be undone',
    access: 'owner',
    body: AccountDeletionBodySchema,
    faults: [
      'ACCOUNT_NAME_MISMATCH',
      'LAST_ACCOUNT',
      'PERSON_REQUIRED',
      'PASSWORD_WRONG',
      'SIGN_IN_AGAIN',
      'TOO_MANY_PASSWORDS',
    ],
    limit: { requests: 10, seconds: 60 },
  }),
  getAccount: operation('GET /v1/accounts/{accountId}', {
    summary: 'Get an account',
    ignoresUnknown: true,
    params: byAccountId,
    success: { status: 200, schema: AccountSchema },
    faults: ['ACCOUNT_NOT_FOUND'],
  }),
  getOwnEntitlements: operation('GET /v1/accounts/me/entitlements', {
    summary: 'Get the entitlements of the account of the account header, or of the key',
    ignoresUnknown: true,
    success: { status: 200, schema: EntitlementsSchema },
  }),
  getEntitlements: operation('GET /v1/accounts/{accountId}/entitlements', {
    summary: 'Get the entitlements of an account',
    ignoresUnknown: true,
    params: byAccountId,
    success: { status: 200, schema: EntitlementsSchema },
    faults: ['ACCOUNT_NOT_FOUND'],
  }),
  getAccountUse: operation('GET /v1/accounts/me/use', {
    summary: 'Get how much of each entitlement with a quantity the account uses, and of the storage for files',
    success: { status: 200, schema: AccountUseSchema },
  }),
  getAccountUseHistory: operation('GET /v1/accounts/me/use/history', {
    summary: 'Get what the account used on each of the last days: runs, storage, and each entitlement with a quantity',
    query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: maxUseDays, default: 90 })) }),
    success: { status: 200, schema: AccountUseHistorySchema },
  }),
  exportAccount: operation('GET /v1/accounts/me/export', {
    summary: 'Download what the account has as resource files in a ZIP archive, without the values of secrets',
    access: 'admin',
    success: { status: 200, contentType: 'application/zip', isBytes: true },
    limit: { requests: 10, seconds: 60 },
  }),
  getOwnAlertSettings: operation('GET /v1/accounts/me/alert-settings', {
    summary: 'Get the alert settings of the account of the account header, or of the key',
    success: { status: 200, schema: ResponseSchema(AlertSettingsSchema) },
  }),
  updateOwnAlertSettings: operation('PUT /v1/accounts/me/alert-settings', {
    summary: 'Change the alert settings of the account of the account header, or of the key',
    access: 'admin',
    body: AlertSettingsUpdateSchema,
    success: { status: 200, schema: ResponseSchema(AlertSettingsSchema) },
    faults: ['ALERT_WINDOW_INVALID', 'ESCALATION_POLICY_UNKNOWN'],
  }),
  getAccountDefaults: operation('GET /v1/accounts/me/defaults', {
    summary: 'Get the defaults of checks created in the interface',
    success: { status: 200, schema: AccountDefaultsSchema },
  }),
  updateAccountDefaults: operation('PUT /v1/accounts/me/defaults', {
    summary: 'Replace the defaults of checks created in the interface; checks created through the API are not affected',
    access: 'admin',
    body: AccountDefaultsUpdateSchema,
    success: { status: 200, schema: AccountDefaultsSchema },
    faults: [
      'FREQUENCY_OFFSET_INVALID',
      'ALERT_WINDOW_INVALID',
      'ESCALATION_POLICY_UNKNOWN',
      'PRIVATE_LOCATION_UNKNOWN',
      'ALERT_CHANNEL_UNKNOWN',
      'GROUP_UNKNOWN',
      ...planFaults,
    ],
  }),
  getAlertSettings: operation('GET /v1/accounts/{accountId}/alert-settings', {
    summary: 'Get the alert settings of an account',
    params: byAccountId,
    success: { status: 200, schema: ResponseSchema(AlertSettingsSchema) },
    faults: ['ACCOUNT_NOT_FOUND'],
  }),
  updateAlertSettings: operation('PUT /v1/accounts/{accountId}/alert-settings', {
    summary: 'Change the alert settings of an account',
    access: 'admin',
    params: byAccountId,
    body: AlertSettingsUpdateSchema,
    success: { status: 200, schema: ResponseSchema(AlertSettingsSchema) },
    faults: ['ACCOUNT_NOT_FOUND', 'ALERT_WINDOW_INVALID', 'ESCALATION_POLICY_UNKNOWN'],
  }),
} as const
