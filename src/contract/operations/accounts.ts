import Type from 'typebox'
import { AlertSettingsSchema, AlertSettingsUpdateSchema } from '../resources/alert-settings.ts'
import { Answer } from '../resources/answer-only.ts'
import { AccountSchema, CurrentUserSchema, EntitlementsSchema } from '../resources/account.ts'
import { TextId } from './request-parts.ts'
import { operation } from './row.ts'

const byAccountId = Type.Object({ accountId: TextId() })

/** What a command line tool requests under `/next` first (docs/compatibility.md). */
const nextOperations = {
  listAccountsNext: operation({
    method: 'GET',
    path: '/next/accounts',
    tag: 'Accounts',
    summary: 'List the accounts the key works for, for command line tools',
    access: 'read',
    acrossAccounts: true,
    success: { status: 200, schema: Type.Array(AccountSchema) },
    faults: [],
  }),
  getAccountNext: operation({
    method: 'GET',
    path: '/next/accounts/{accountId}',
    tag: 'Accounts',
    summary: 'Get an account, for command line tools',
    access: 'read',
    acrossAccounts: true,
    params: byAccountId,
    success: { status: 200, schema: AccountSchema },
    faults: ['ACCOUNT_NOT_FOUND'],
  }),
  getCurrentUserNext: operation({
    method: 'GET',
    path: '/next/users/me',
    tag: 'Accounts',
    summary: 'Get the user of the key',
    access: 'read',
    acrossAccounts: true,
    success: { status: 200, schema: CurrentUserSchema },
    faults: [],
  }),
} as const

export const accountOperations = {
  ...nextOperations,
  listAccounts: operation({
    method: 'GET',
    path: '/v1/accounts',
    tag: 'Accounts',
    summary: 'List the accounts the key works for',
    access: 'read',
    acrossAccounts: true,
    success: { status: 200, schema: Type.Array(AccountSchema) },
    faults: [],
  }),
  getOwnAccount: operation({
    method: 'GET',
    path: '/v1/accounts/me',
    tag: 'Accounts',
    summary: 'Get the account of the account header, or of the key',
    access: 'read',
    success: { status: 200, schema: AccountSchema },
    faults: [],
  }),
  getAccount: operation({
    method: 'GET',
    path: '/v1/accounts/{accountId}',
    tag: 'Accounts',
    summary: 'Get an account',
    access: 'read',
    params: byAccountId,
    success: { status: 200, schema: AccountSchema },
    faults: ['ACCOUNT_NOT_FOUND'],
  }),
  getOwnEntitlements: operation({
    method: 'GET',
    path: '/v1/accounts/me/entitlements',
    tag: 'Accounts',
    summary: 'Get the entitlements of the account of the account header, or of the key',
    access: 'read',
    success: { status: 200, schema: EntitlementsSchema },
    faults: [],
  }),
  getEntitlements: operation({
    method: 'GET',
    path: '/v1/accounts/{accountId}/entitlements',
    tag: 'Accounts',
    summary: 'Get the entitlements of an account',
    access: 'read',
    params: byAccountId,
    success: { status: 200, schema: EntitlementsSchema },
    faults: ['ACCOUNT_NOT_FOUND'],
  }),
  getOwnAlertSettings: operation({
    method: 'GET',
    path: '/v1/accounts/me/alert-settings',
    tag: 'Accounts',
    summary: 'Get the alert settings of the account of the account header, or of the key',
    access: 'read',
    success: { status: 200, schema: Answer(AlertSettingsSchema) },
    faults: [],
  }),
  updateOwnAlertSettings: operation({
    method: 'PUT',
    path: '/v1/accounts/me/alert-settings',
    tag: 'Accounts',
    summary: 'Change the alert settings of the account of the account header, or of the key',
    access: 'admin',
    body: AlertSettingsUpdateSchema,
    success: { status: 200, schema: Answer(AlertSettingsSchema) },
    faults: [],
  }),
  getAlertSettings: operation({
    method: 'GET',
    path: '/v1/accounts/{accountId}/alert-settings',
    tag: 'Accounts',
    summary: 'Get the alert settings of an account',
    access: 'read',
    params: byAccountId,
    success: { status: 200, schema: Answer(AlertSettingsSchema) },
    faults: ['ACCOUNT_NOT_FOUND'],
  }),
  updateAlertSettings: operation({
    method: 'PUT',
    path: '/v1/accounts/{accountId}/alert-settings',
    tag: 'Accounts',
    summary: 'Change the alert settings of an account',
    access: 'admin',
    params: byAccountId,
    body: AlertSettingsUpdateSchema,
    success: { status: 200, schema: Answer(AlertSettingsSchema) },
    faults: ['ACCOUNT_NOT_FOUND'],
  }),
} as const
