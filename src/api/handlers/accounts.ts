import { entitlementsOf, listedLocations } from '#contract'
import type { AccountResource, AlertSettingsBody, EntitlementsResource, Handlers } from '#contract'
import { getUseHistory } from '#analytics'
import { changeAlertSettings } from '#notifying'
import { Fault } from '#kernel'
import {
  changeAccountDefaults,
  createAccount,
  deleteAccount,
  findAccountOfResource,
  getAccount,
  getAccountDefaults,
  getCurrentUser,
  listAccounts,
  ownsFirstAccount,
  renameAccount,
} from '#management'
import { countUse } from '#storage/accounts'
import { findLocationNames } from '#storage/alerts'
import { presentAccount } from '../presenters/account.ts'
import { validated } from '../presenters/validated.ts'
import type { RequestContext } from '../request-context.ts'
import { callerIn } from './caller-in.ts'
import { callerOf } from './caller-of.ts'
import { limitGuesses } from './limit-guesses.ts'

/** An account of the key; accounts of others look the same as accounts that do not exist. */
function grantedId(id: string, { grants }: RequestContext): string {
  const grant = grants.find(({ accountId }) => accountId === id.toLowerCase())
  if (grant === undefined) throw new Fault('ACCOUNT_NOT_FOUND')
  return grant.accountId
}

const entitlements = async ({ planTerms, store }: RequestContext): Promise<EntitlementsResource> =>
  entitlementsOf(planTerms, listedLocations(await findLocationNames(store.db)))

const read = async (id: string, { store, planTerms }: RequestContext): Promise<AccountResource> =>
  presentAccount(await getAccount(store, id), planTerms)

async function list({ store, grants, planTerms }: RequestContext): Promise<AccountResource[]> {
  const accounts = await listAccounts(
    store,
    grants.map(({ accountId }) => accountId),
  )
  return accounts.map((account) => presentAccount(account, planTerms))
}

async function alertSettings(id: string, { store }: RequestContext): Promise<AccountResource['alertSettings']> {
  return validated<AccountResource['alertSettings']>((await getAccount(store, id)).alertSettings)
}

async function changeSettings(accountId: string, body: AlertSettingsBody, context: RequestContext) {
  const { store, now, publicUrl } = context
  const changed = await changeAlertSettings(store, { accountId, body, nowMs: now.getTime(), publicUrl })
  return validated<AccountResource['alertSettings']>(changed)
}

/** The code stands beside the message, where the command line tool looks for it. */
async function hasNoUsage(): Promise<never> {
  throw new Fault('NO_USAGE_TERMS', { extra: { code: 'NO_USAGE_TERMS' } })
}

export const accountHandlers = {
  getUsageTerms: hasNoUsage,
  getUsageSummary: hasNoUsage,
  listUsageSeries: hasNoUsage,
  listAccounts: (_input, context) => list(context),
  listAccountsNext: (_input, context) => list(context),
  getAccountNext: async ({ params }, context) => read(grantedId(params.accountId, context), context),
  getCurrentUserNext: (_input, { store, keyId }) => getCurrentUser(store, keyId),

  createAccount: async ({ body: { name } }, { store, grants, userId, planTerms, now }) => {
    if (userId === null) throw new Fault('PERSON_REQUIRED')
    if (!(await ownsFirstAccount(store, grants))) throw new Fault('FIRST_ACCOUNT_ONLY')
    return presentAccount(await createAccount(store, { name, userId }, now), planTerms)
  },
  findAccountOfResource: async ({ query }, { store, grants }) => ({
    accountId: await findAccountOfResource(
      store,
      query,
      grants.map(({ accountId }) => accountId),
    ),
  }),
  getOwnAccount: (_input, context) => read(context.accountId, context),
  getAccount: async ({ params }, context) => read(grantedId(params.accountId, context), context),
  getOwnEntitlements: (_input, context) => entitlements(context),
  getEntitlements: async ({ params }, context) => {
    grantedId(params.accountId, context)
    return entitlements(context)
  },

  getAccountUse: async (_input, context) => {
    const { entitlements: counted, storage } = await countUse(context.store.db, callerOf(context))
    return { entitlements: [...counted], storage }
  },

  getAccountUseHistory: ({ query: { days = 90 } }, { store, accountId, now }) =>
    getUseHistory(store, accountId, { days, nowMs: now.getTime() }),

  updateOwnAccount: async ({ body: { name } }, { store, accountId, planTerms, now }) =>
    presentAccount(await renameAccount(store, { accountId, name }, now), planTerms),
  deleteOwnAccount: async ({ body }, context) => {
    const { store, accountId, userId, sessionId, now } = context
    if (userId !== null && body.currentPassword !== undefined) await limitGuesses(context, userId)
    await deleteAccount(store, { ...body, accountId, userId, sessionId, nowMs: now.getTime() })
  },

  getAccountDefaults: (_input, { store, accountId }) => getAccountDefaults(store.db, accountId),
  updateAccountDefaults: ({ body }, context) => changeAccountDefaults(context.store, callerOf(context), body),
  getOwnAlertSettings: (_input, context) => alertSettings(context.accountId, context),
  getAlertSettings: async ({ params }, context) =>
    alertSettings(callerIn(params.accountId, context, 'read').accountId, context),
  updateOwnAlertSettings: ({ body }, context) => changeSettings(context.accountId, body, context),
  updateAlertSettings: async ({ params, body }, context) =>
    changeSettings(callerIn(params.accountId, context, 'admin').accountId, body, context),
} satisfies Partial<Handlers<RequestContext>>
