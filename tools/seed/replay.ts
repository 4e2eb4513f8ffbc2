import type { RunTask } from '#contract'
import { claimPendingNotifications, recordTry, sendReminders } from '#notifying'
import { claimRuns, enqueueDueRuns, expireHeartbeats, PreparedChecks, recordPing, settleRuns } from '#runs'
import { advanceMaintenanceWindows } from '#management'
import { randomId } from '#kernel'
import type { TestClock } from '#kernel'
import { applyIncidentTasks } from '#publishing'
import type { Store } from '#storage/database'
import { pingsBetween } from './jobs.ts'
import type { SeedJob } from './jobs.ts'
import { reportOf } from './observe.ts'
import { seedOutages } from './plan.ts'
import type { SeedFault } from './plan.ts'

export interface Replay {
  readonly store: Store
  readonly clock: TestClock
  readonly endMs: number
  readonly publicUrl: string
  readonly random: () => number
  /** Where the checks run. */
  readonly queues: readonly string[]
  /** Typical response times by id of check. */
  readonly typicalMs: ReadonlyMap<string, number>
  /** Tokens of heartbeats, their jobs, and the time after which they get no pings. */
  readonly heartbeats: readonly { readonly token: string; readonly job: SeedJob; readonly silentFromMs: number }[]
  readonly progress: (share: number, runs: number) => void
}

const stepMs = 300_000
const batch = 1000
const policy = { firstSeconds: 1, tries: 1 }

/** Lives through the history: what the loops of a server would have done, at their times, with runs that were acted. */
export async function replay(history: Replay): Promise<number> {
  const checks = new PreparedChecks(history.store)
  const startMs = history.clock.now()
  let runs = 0
  while (history.clock.now() + stepMs <= history.endMs) {
    history.clock.advance(stepMs)
    runs += await step(history, checks)
    history.progress((history.clock.now() - startMs) / (history.endMs - startMs), runs)
  }
  return runs
}

async function step(history: Replay, checks: PreparedChecks): Promise<number> {
  const { store, publicUrl } = history
  const nowMs = history.clock.now()
  await advanceMaintenanceWindows(store, nowMs, batch)
  for (const { token, job, silentFromMs } of history.heartbeats)
    for (const { atMs, signal } of pingsBetween(job, { fromMs: nowMs - stepMs, toMs: nowMs, silentFromMs }))
      await recordPing(store, { token, source: '', userAgent: 'curl/8.5.0', signal }, { nowMs: atMs, publicUrl })
  await expireHeartbeats(store, { nowMs, publicUrl }, batch)
  await enqueueDueRuns(store, nowMs, batch)
  const runs = await runAll(history, checks)
  await sendReminders(store, { nowMs, publicUrl }, batch)
  await applyIncidentTasks(store, nowMs, batch)
  await deliverAll(store, nowMs)
  return runs
}

/** Retries are due seconds later; here they run within the step of their first attempt. */
async function runAll(history: Replay, checks: PreparedChecks): Promise<number> {
  const { store, publicUrl, queues, random } = history
  const nowMs = history.clock.now()
  let runs = 0
  for (let aheadMs = 0; aheadMs < stepMs; aheadMs += stepMs / 4) {
    const tasks = await claimRuns(store, checks, {
      queues,
      limit: batch,
      runnerId: 'seed',
      leaseMs: stepMs,
      nowMs: nowMs + aheadMs,
      publicUrl,
      chance: { randomNumber: random, uuid: randomId },
    })
    const reports = tasks.map((task) => reportOf(task, conditionsOf(history, task, nowMs + aheadMs)))
    if (reports.length > 0)
      await settleRuns(store, reports, { nowMs: nowMs + aheadMs, publicUrl, randomNumber: random })
    runs += tasks.length
  }
  return runs
}

const conditionsOf = ({ endMs, random, typicalMs }: Replay, task: RunTask, atMs: number) => ({
  atMs,
  random,
  typicalMs: typicalMs.get(task.checkId) ?? 100,
  outage: outageOf(task, endMs - atMs, random),
})

const hourMs = 3_600_000

function outageOf(task: RunTask, agoMs: number, random: () => number): SeedFault | null {
  const outage = seedOutages.find(
    ({ check, hoursAgo, minutes, location }) =>
      check === task.checkName &&
      agoMs <= hoursAgo * hourMs &&
      agoMs > hoursAgo * hourMs - minutes * 60_000 &&
      (location ?? task.location) === task.location,
  )
  if (outage) return outage.kind
  return task.attempt === 1 && random() < 0.002 ? 'timeout' : null
}

/** Generated alerts are not delivered. */
async function deliverAll(store: Store, nowMs: number): Promise<void> {
  const claimed = await claimPendingNotifications(store, { nowMs, limit: batch, leaseMs: stepMs })
  for (const notification of claimed)
    await recordTry(
      store,
      notification,
      { outcome: 'sent', response: '200 OK' },
      { nowMs, policy, fallbackAfterMs: 3_600_000 },
    )
}
