import { isReachableAddress } from '#contract'
import { findOldestAccountId } from '#storage/accounts'
import { findOwnerAddress } from '#storage/alerts'
import type { FindingSource, HealthResult } from './finding.ts'

/** Where alerts are sent that no channel delivers. The interface says the same of each account. */
export const owner: FindingSource = {
  name: 'firstOwner',
  title: 'Owner',
  meaning: 'Whether someone is emailed when no alert channel of the first account delivers.',
  advice: 'Set BELFRY_OWNER_EMAIL: alerts that no channel delivers are emailed to it.',
  namesResources: true,
  readsDatabase: true,
  audience: 'doctor',
  async find({ db, settings }): Promise<HealthResult> {
    const accountId = settings?.initialAccountId ?? (await findOldestAccountId(db))
    const address = accountId === null ? null : await findOwnerAddress(db, accountId.toLowerCase())
    if (address === null) return { ok: true, isDegraded: true, found: [{ code: 'OWNER_OF_FIRST_WITHOUT_ADDRESS' }] }
    const values = { address }
    return isReachableAddress(address)
      ? { ok: true, found: [{ code: 'OWNER_ADDRESS', values }] }
      : { ok: true, isDegraded: true, found: [{ code: 'OWNER_UNREACHABLE', values }] }
  },
}
