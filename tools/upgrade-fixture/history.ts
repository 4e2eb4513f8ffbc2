import { rollUpResults } from '#analytics'
import { claimPendingNotifications, recordTry } from '#notifying'
import { enqueueDueRuns, expireHeartbeats, settleRuns } from '#runs'
import { advanceMaintenanceWindows } from '#management'
import { dayMs } from '#kernel'
import type { TestClock } from '#kernel'
import { applyIncidentTasks } from '#publishing'
import { saveResultsKeptFrom } from '#storage/analytics'
import type { Store } from '#storage/database'
import { HandRunner } from '../../tests/support/hand-runner.ts'
import { seededRandom } from '../../tests/support/seeded-random.ts'
import { reportOf } from '../seed/observe.ts'

export interface FixtureHistory {
  readonly store: Store
  readonly clock: TestClock
  readonly publicUrl: string
  /** These fail in the middle of the history, and again at its end. */
  readonly failingCheckIds: readonly string[]
}

const stepMs = 300_000
const steps = 26
const failing = new Set([8, 9, 10, 11, steps])
const batch = 1000

/**
 * Two hours of runs, with an outage and its recovery. At the end the second outage is known but was not yet
 * notified, some runs wait, and one is leased by a runner.
 */
export async function liveThrough({ store, clock, publicUrl, failingCheckIds }: FixtureHistory): Promise<void> {
  const runner = new HandRunner(store, clock)
  const random = seededRandom(1)
  for (let step = 1; step <= steps; step += 1) {
    clock.advance(stepMs)
    await advanceMaintenanceWindows(store, clock.now(), batch)
    await expireHeartbeats(store, { nowMs: clock.now(), publicUrl }, batch)
    await enqueueDueRuns(store, clock.now(), batch)
    const tasks = await runner.claim()
    if (step < steps) await deliverAll(store, clock.now())
    const reports = tasks.map((task) => {
      const fails = failing.has(step) && failingCheckIds.includes(task.checkId)
      return reportOf(task, { atMs: clock.now(), typicalMs: 120, outage: fails ? 'refused' : null, random })
    })
    await settleRuns(store, reports, { nowMs: clock.now(), publicUrl, randomNumber: random })
    await applyIncidentTasks(store, clock.now(), batch)
  }
  await saveResultsKeptFrom(store.db, clock.now() - steps * stepMs - dayMs)
  while (await rollUpResults(store, clock.now()));
}

async function deliverAll(store: Store, nowMs: number): Promise<void> {
  const policy = { firstSeconds: 1, tries: 1 }
  for (const notification of await claimPendingNotifications(store, { nowMs, limit: batch, leaseMs: stepMs }))
    await recordTry(
      store,
      notification,
      { outcome: 'sent', response: '200 OK' },
      { nowMs, policy, fallbackAfterMs: 3_600_000 },
    )
}
