import type { AccountUseHistory } from '#contract'
import { dayMs, hourMs } from '#kernel'
import { countUse, findAccountsToRecord, listUseDays, recordUse } from '#storage/accounts'
import { countAccountResults } from '#storage/analytics'
import type { Store } from '#storage/database'

/** How often the use of today is recorded. */
const recordedEveryMs = hourMs

/** Records what each account uses today, unless that was done within the last hour. Returns for how many. */
export async function recordUseOfAccounts({ db }: Pick<Store, 'db'>, nowMs: number): Promise<number> {
  const accountIds = await findAccountsToRecord(db, new Date(nowMs - recordedEveryMs))
  const todayMs = nowMs - (nowMs % dayMs)
  for (const accountId of accountIds) {
    const runsIn = (fromMs: number) => countAccountResults(db, accountId, [{ fromMs, toMs: fromMs + dayMs }])
    const [use, runsToday, runsYesterday] = await Promise.all([
      countUse(db, { accountId, nowMs }),
      runsIn(todayMs),
      runsIn(todayMs - dayMs),
    ])
    await recordUse(db, { accountId, now: new Date(nowMs), use, runsToday, runsYesterday })
  }
  return accountIds.length
}

/** The use of an account on each of the last days, today included. */
export async function getUseHistory(
  { db }: Pick<Store, 'db'>,
  accountId: string,
  { days, nowMs }: { readonly days: number; readonly nowMs: number },
): Promise<AccountUseHistory> {
  const rows = await listUseDays(db, accountId, new Date(nowMs - (days - 1) * dayMs))
  return {
    days: rows.map(({ day, runs, storedBytes, used }) => ({
      day,
      runs,
      bytes: storedBytes,
      entitlements: Object.entries(used).map(([key, count]) => ({ key, used: count })),
    })),
  }
}
