import { packResults, rollUpResults } from '#analytics'
import { backTestCheck } from '#back-testing'
import type { BackTestBody } from '#contract'
import { hourMs } from '#kernel'
import type { Store } from '#storage/database'

interface TimedAlert {
  readonly at: string
  readonly kind: string
}

export interface ReplayedCheck {
  readonly name: string
  /** Alerts that the service recorded. */
  readonly recorded: readonly TimedAlert[]
  /** Those of a replay of the settings that were in force. */
  readonly replayed: readonly TimedAlert[]
  /** Those with a proposed threshold. */
  readonly proposed: readonly TimedAlert[]
}

const kinds: Readonly<Record<string, string>> = {
  ALERT_RECOVERY: 'recovery',
  ALERT_DEGRADED_RECOVERY: 'recovery',
  ALERT_DEGRADED: 'degraded',
  ALERT_DEGRADED_REMAIN: 'degraded',
  ALERT_FAILURE_DEGRADED: 'degraded',
}

/** Compares the alerts of each check with those of a back-test over everything that is stored. */
export async function replayAlerts(
  store: Store,
  accountId: string,
  checks: readonly { readonly checkId: string; readonly name: string }[],
  proposed: BackTestBody = {},
): Promise<ReplayedCheck[]> {
  const { firstMs, lastMs } = await spanOf(store)
  const nowMs = lastMs + hourMs
  const from = new Date(firstMs).toISOString()
  const found: ReplayedCheck[] = []
  for (const { checkId, name } of checks) {
    const rows = await store.db.rows<{ alertType: string; createdAt: Date }>(
      `select alert_type, created_at from check_alerts where account_id = $1 and check_id = $2 order by created_at, id`,
      [accountId, checkId],
    )
    const answer = await backTestCheck(store, { accountId, nowMs }, checkId, { ...proposed, from })
    found.push({
      name,
      recorded: rows.map(({ alertType, createdAt }) => ({
        at: createdAt.toISOString(),
        kind: kinds[alertType] ?? 'failure',
      })),
      replayed: answer.timeLines?.now.alerts ?? [],
      proposed: answer.timeLines?.proposed.alerts ?? [],
    })
  }
  return found
}

/** From the creation of the checks to their last runs, packed or not. */
async function spanOf({ db }: Store): Promise<{ readonly firstMs: number; readonly lastMs: number }> {
  const [span] = await db.rows<{ first: Date; last: Date }>(
    `select min(created_at) as first, max(updated_at) as last from check_states`,
  )
  return { firstMs: span?.first.getTime() ?? 0, lastMs: span?.last.getTime() ?? 0 }
}

/** Packs all results that can be packed, and returns how many they are. */
export async function packEverything(store: Store): Promise<number> {
  const nowMs = (await spanOf(store)).lastMs + 4 * hourMs
  while (await rollUpResults(store, nowMs));
  let packed = 0
  for (let isMore = true; isMore;) {
    const batch = await packResults(store)
    packed += batch.results
    isMore = batch.isMore
  }
  return packed
}
