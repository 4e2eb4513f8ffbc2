import type { RunTask } from '#contract'
import { addToCounter, claimRunTasks, findRunOverrides, isDryRun, isTestRun, markTestRunsStarted } from '#storage/runs'
import type { Store } from '#storage/database'
import type { RunTaskClaim, RunTaskRow } from '#storage/runs'
import type { TemplateChance } from '#templating'
import { applyRunOverrides } from '../prepare/apply-run-overrides.ts'
import { withTrace } from '../prepare/with-trace.ts'
import { withStoredScripts } from '../code/stored-scripts.ts'
import { cancelRuns } from './expire-runs.ts'
import { findLocationProxies, withProxy } from '../prepare/location-proxies.ts'
import { prepareRun } from '../prepare/prepare-run.ts'
import { withRecentResponseTimes } from '../prepare/recent-response-times.ts'
import type { PreparedChecks } from '../prepare/prepared-checks.ts'

export interface ClaimRuns extends RunTaskClaim {
  readonly publicUrl: string
  /** Whether the service stands in for the hosted product. */
  readonly isDropIn?: boolean
  /** The member of `tracestate` by which targets know its requests; absent: no trace is sent. */
  readonly traceMember?: string | null | undefined
  readonly chance: Omit<TemplateChance, 'nowMs'>
}

/**
 * Leases tasks to one runner and makes them self-contained. Group settings and variables are those of this moment; a
 * scheduled run of a check that was paused meanwhile is cancelled instead, as is a run of a deleted check. Runs that
 * requested explicitly get what their session overrides.
 */
export async function claimRuns(store: Store, checks: PreparedChecks, claim: ClaimRuns): Promise<RunTask[]> {
  const rows = await claimRunTasks(store.db, claim)
  await countLost(store, rows)
  await markTestRunsStarted(store.db, rows.filter(isTestRun), new Date(claim.nowMs))
  return prepareClaimed(store, checks, { rows, claim })
}

/** Counts runs whose former runner lost its lease, because it died or could not reach the service. */
async function countLost({ db }: Store, rows: readonly RunTaskRow[]): Promise<void> {
  const lost = Map.groupBy(
    rows.filter(({ claims }) => claims > 1),
    ({ queue }) => queue,
  )
  for (const [queue, runs] of lost) await addToCounter(db, 'lost_runs', queue, runs.length)
}

/** Makes leased tasks self-contained, and cancels those that must not run any more. */
export async function prepareClaimed(
  store: Store,
  checks: PreparedChecks,
  {
    rows,
    claim,
  }: {
    readonly rows: readonly RunTaskRow[]
    readonly claim: Pick<ClaimRuns, 'nowMs' | 'publicUrl' | 'isDropIn' | 'traceMember' | 'chance'>
  },
): Promise<RunTask[]> {
  if (rows.length === 0) return []
  const dryRuns = rows.filter(isDryRun).map((row) => row.checkId)
  const saved = await checks.get([...new Set(rows.map((row) => row.checkId))])
  const jobs = rows.filter((row) => isTestRun(row) && !saved.has(row.checkId)).map((row) => row.checkId)
  const prepared = new Map([
    ...saved,
    ...(await checks.prepareDryRuns(dryRuns)),
    ...(await checks.prepareTestJobs(jobs)),
  ])
  const requested = rows.filter((row) => row.runSource !== 'SCHEDULER').map((row) => row.sessionId)
  const overrides = await findRunOverrides(store.db, store.encryption, [...new Set(requested)])
  const proxies = await findLocationProxies(store, rows)
  const { isDropIn = false, traceMember = null } = claim
  const chance = { ...claim.chance, nowMs: claim.nowMs }
  const tasks: RunTask[] = []
  const dead: RunTaskRow[] = []
  for (const row of rows) {
    const check = prepared.get(row.checkId)
    const mayRun = check && (check.check.activated || row.runSource !== 'SCHEDULER')
    if (!mayRun) {
      dead.push(row)
      continue
    }
    const overridden = { ...applyRunOverrides(check, overrides.get(row.sessionId)), isDropIn, traceMember }
    const task = withTrace(prepareRun(row, row.leaseToken ?? '', overridden, chance), traceMember)
    tasks.push(withProxy({ ...task, ...(isDropIn && { isDropIn }) }, proxies.get(row.queue), overridden, chance))
  }
  await cancelRuns(store, dead, claim)
  const judged = await withRecentResponseTimes(store.db, tasks, rows)
  return withStoredScripts(store.db, judged, claim.nowMs)
}
