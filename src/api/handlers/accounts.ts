import { entitlementsOf } from '#contract'
import type { AccountResource, Handlers } from '#contract'
import { Fault } from '#kernel'
import { getAccount, getCurrentUser, listAccounts } from '#management'
import { presentAccount } from '../presenters/account.ts'
import type { RequestContext } from '../request-context.ts'

/** An account of the key; what is not is not told apart from what does not exist. */
function grantedId(id: string, { grants }: RequestContext): string {
  const grant = grants.find(({ accountId }) => accountId === id.toLowerCase())
  if (grant === undefined) throw new Fault('ACCOUNT_NOT_FOUND')
  return grant.accountId
}

const read = async (id: string, { store, planTerms }: RequestContext): Promise<AccountResource> =>
  presentAccount(await getAccount(store, id), planTerms)

async function list({ store, grants, planTerms }: RequestContext): Promise<AccountResource[]> {
  const accounts = await listAccounts(
    store,
    grants.map(({ accountId }) => accountId),
  )
  return accounts.map((account) => presentAccount(account, planTerms))
}

export const accountHandlers = {
  listAccounts: (_input, context) => list(context),
  listAccountsNext: (_input, context) => list(context),
  getAccountNext: async ({ params }, context) => read(grantedId(params.accountId, context), context),
  getCurrentUserNext: (_input, { store, keyId }) => getCurrentUser(store, keyId),

  getOwnAccount: (_input, context) => read(context.accountId, context),
  getAccount: async ({ params }, context) => read(grantedId(params.accountId, context), context),
  getOwnEntitlements: async (_input, { planTerms }) => entitlementsOf(planTerms),
  getEntitlements: async ({ params }, context) => {
    grantedId(params.accountId, context)
    return entitlementsOf(context.planTerms)
  },
} satisfies Partial<Handlers<RequestContext>>
