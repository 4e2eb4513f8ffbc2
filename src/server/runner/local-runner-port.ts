import { readGoldenFile, storeArtifacts, openBundle } from '#artifacts'
import type { ArtifactTools } from '#artifacts'
import type { RunnerPort } from '#contract'
import { PreparedChecks, addRunProgress, claimRuns, returnRuns, settleRuns } from '#runs'
import { Fault, randomId } from '#kernel'
import type { Activity, Clock, Signal } from '#kernel'
import { isConnectionError, isDiskFull } from '#storage/database'
import { isLeaseHeld, renewLeases, findLostLeases } from '#storage/runs'
import type { Store } from '#storage/database'
import type { RunProblems } from './run-problems.ts'
import type { SelfMetrics } from '../metrics/self-metrics.ts'

export interface LocalRunnerPort {
  readonly store: Store
  readonly clock: Clock
  readonly publicUrl: string
  readonly metrics: SelfMetrics
  readonly runProblems: RunProblems
  readonly activity: Pick<Activity, 'during'>
  /** Signalled when runs were enqueued. */
  readonly wake: Signal
  readonly randomNumber: () => number
  /** Whether each new error group is analysed automatically, once. */
  readonly automaticAnalysis: boolean
  /** Whether the service stands in for the hosted product. */
  readonly isDropIn?: boolean
  readonly traceMember?: string | null
  readonly artifacts: ArtifactTools
}

/** Longer than the longest run and its report; a running runner renews the lease before it ends. */
export const leaseMs = 45_000
/** Runs that wait for a retry become claimable without a signal, so an idle runner polls this often. */
const pollMs = 250
const randomNumberRange = 10_001

/** The port of the runner beside the database: the same verbs agents reach over HTTP. */
export function createLocalRunnerPort(options: LocalRunnerPort): RunnerPort {
  const { store, clock } = options
  const checks = new PreparedChecks(store)
  const chance = { randomNumber: () => Math.floor(options.randomNumber() * randomNumberRange), uuid: randomId }
  /** The signal count before the last claim that emptied the queue: until the next signal there is nothing to claim. */
  let emptySince: number | null = null
  return {
    async claim({ locations, limit, waitMs, runnerId, signal }) {
      const deadline = clock.now() + waitMs
      for (;;) {
        const leftMs = deadline - clock.now()
        if (leftMs > 0 && emptySince === options.wake.notifications)
          await options.wake.sleep(clock, Math.min(leftMs, pollMs), signal)
        const notifications = options.wake.notifications
        const { publicUrl, isDropIn = false, traceMember = null } = options
        const about = { publicUrl, isDropIn, traceMember, chance }
        const claim = { queues: locations, limit, runnerId, leaseMs, nowMs: clock.now(), ...about }
        const tasks = await options.activity.during('claim', () => claimRuns(store, checks, claim))
        emptySince = tasks.length < limit ? notifications : null
        if (tasks.length > 0 || clock.now() >= deadline || signal.aborted) return tasks
      }
    },
    storeArtifacts: (lease, artifacts) => storeArtifacts(options.artifacts, lease, artifacts),
    progress: (lease, events) =>
      events.length === 0 ? isLeaseHeld(store.db, lease) : addRunProgress(store, lease, { events, nowMs: clock.now() }),
    readGoldenFile: (lease, key) => readGoldenFile(options.artifacts, lease, key),
    openBundle: (lease, bundleId) => openBundle(options.artifacts, lease, bundleId),
    findLostLeases: (leases) => findLostLeases(store.db, leases),
    async report(reports) {
      const nowMs = clock.now()
      const summary = await settleRuns(store, reports, {
        nowMs,
        publicUrl: options.publicUrl,
        randomNumber: options.randomNumber,
        automaticAnalysis: options.automaticAnalysis,
      }).catch((error: unknown) => {
        throw isConnectionError(error) || isDiskFull(error) ? new Fault('STORAGE_UNAVAILABLE', { cause: error }) : error
      })
      const lags = reports.map((report) => Math.max(0, clock.now() - report.observation.stoppedAt) / 1000)
      options.metrics.settled(summary, lags)
      const unreliable = reports.filter((report) => report.isInconclusive && !report.isBlind)
      options.runProblems.inconclusive(unreliable.length, nowMs)
    },
    async giveBack(returns) {
      for (const [reason, leases] of Map.groupBy(returns, (run) => run.reason)) {
        const { returned } = await returnRuns(store, leases, { nowMs: clock.now(), reason })
        options.metrics.returned(reason, returned)
        options.runProblems.returned(returned, clock.now())
      }
    },
    async renew(leases) {
      await renewLeases(store.db, leases, new Date(clock.now() + leaseMs))
    },
  }
}
