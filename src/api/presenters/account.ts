import { plan } from '#contract'
import type { AccountResource } from '#contract'
import type { AccountRow } from '#storage'
import { judged } from './judged.ts'

/** Settings an account did not change have their default. */
export const presentAccount = (account: AccountRow): AccountResource => ({
  id: account.id,
  name: account.name,
  runtimeId: account.runtime_id,
  ...plan,
  addons: {},
  settings: { publicBadges: true, ...account.settings },
  alertSettings: judged<AccountResource['alertSettings']>(account.alert_settings),
  features: [],
})
