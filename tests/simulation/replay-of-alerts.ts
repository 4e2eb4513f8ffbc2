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
  const nowMs = (await latestMs(store)) + hourMs
  const found: ReplayedCheck[] = []
  for (const { checkId, name } of checks) {
    const rows = await store.db.rows<{ alertType: string; createdAt: Date }>(
      `select alert_type, created_at from check_alerts where account_id = $1 and check_id = $2 order by created_at, id`,
      [accountId, checkId],
    )
    const answer = await backTestCheck(store, { accountId, nowMs }, checkId, proposed)
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

/** Alerts have no packs. */
async function latestMs({ db }: Store): Promise<number> {
  const [latest] = await db.rows<{ at: Date }>(`select max(updated_at) as at from check_states`)
  return latest?.at.getTime() ?? 0
}

/** Packs all results that can be packed, and returns how many they are. */
export async function packEverything(store: Store): Promise<number> {
  const nowMs = (await latestMs(store)) + 4 * hourMs
  while (await rollUpResults(store, nowMs));
  let packed = 0
  for (let isMore = true; isMore;) {
    const batch = await packResults(store)
    packed += batch.results
    isMore = batch.isMore
  }
  return packed
}
