import type { AccountResource, PlanTerms } from '#contract'
import type { AccountRow } from '#storage/accounts'
import { validated } from './validated.ts'

/** Settings that an account did not change have their default. */
export const presentAccount = (account: AccountRow, { plan, planDisplayName }: PlanTerms): AccountResource => ({
  id: account.id,
  name: account.name,
  runtimeId: account.runtimeId,
  plan,
  planDisplayName,
  addons: {},
  settings: { publicBadges: true, ...account.settings },
  alertSettings: validated<AccountResource['alertSettings']>(account.alertSettings),
  features: [],
})
