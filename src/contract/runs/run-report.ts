import type { ArtifactsStored, ObservedArtifact, ReportedFile, StoredArtifact, BundleOpened } from './artifact.ts'
import type { LearnedScript } from '../check-types/index.ts'
import type { Observation } from './observation.ts'
import type { RunProgress } from './run-progress.ts'
import type { Verdict } from './verdict.ts'

/**
 * The report of a runner for one task. Idempotent by (`taskId`, `leaseToken`): a second report with the same pair
 * changes nothing, a report with an expired lease that another runner took over is dropped.
 */
export interface RunReport {
  readonly taskId: string
  readonly leaseToken: string
  readonly observation: Observation
  readonly verdict: Verdict
  /** The named sub-object of the check type (for example `apiCheckResult`) as it is stored with the result. */
  readonly detail: Readonly<Record<string, unknown>>
  /** True when the runner itself failed: the result is no evidence about the target. */
  readonly isRunnerError: boolean
  /** The files of the run that `storeArtifacts` has stored. */
  readonly artifacts?: readonly StoredArtifact[]
  /** The files of a run whose files are not stored. */
  readonly files?: readonly ReportedFile[]
  /** A script to store with the check, unless its prompt or its script has changed since. */
  readonly learned?: LearnedScript
  /**
   * With `isRunnerError`: the run was returned to the queue too often, or its runner was blind. Its result is stored as
   * unknown, and changes neither the state of the check nor its metrics.
   */
  readonly isInconclusive?: true
  /** With `isInconclusive`: its runner was blind, and not the machine too slow. */
  readonly isBlind?: true
}

/**
 * Why a runner returns a run to the queue: the process that observed it, or the one that evaluated it, was stalled, or
 * the clock of the machine was changed; or the runner was stopped before the run ended.
 */
export const runReturnReasons = ['PROCESS_STALLED', 'EVALUATION_STALLED', 'CLOCK_CHANGED', 'RUNNER_STOPPED'] as const
export type RunReturnReason = (typeof runReturnReasons)[number]

/** A leased run whose observation is not a statement about its target. */
export interface RunReturn {
  readonly taskId: string
  readonly leaseToken: string
  readonly reason: RunReturnReason
}

/** The lease of a runner while it runs a task. */
export type RunLease = Pick<RunReport, 'taskId' | 'leaseToken'>

/** The interface between a runner and the service: in process for the built-in runner, over HTTP for agents. */
export interface RunnerPort {
  /** Leases up to `limit` tasks of the given locations. Waits up to `waitMs` when there are none. */
  claim(request: ClaimRequest): Promise<readonly import('./run-task.ts').RunTask[]>
  /**
   * Stores files of a run that is under way under this lease, before its report refers to them. Files that cannot be
   * stored are named in `problems`; it rejects only when nothing is known about any of them.
   */
  storeArtifacts(lease: RunLease, artifacts: readonly ObservedArtifact[]): Promise<ArtifactsStored>
  /**
   * Absent where nobody can watch runs. Hands on what happens in a run under this lease, for its viewer, in the order of the calls. Nothing is
   * needed to keep the run alive. False when the run is no longer wanted, or another runner has it.
   */
  progress?(lease: RunLease, events: readonly RunProgress[]): Promise<boolean>
  /** The bytes of a golden file that the task of this lease names; null when it no longer exists. */
  readGoldenFile(lease: RunLease, key: string): Promise<Uint8Array | null>
  /**
   * The bytes of a code bundle of the account whose run this lease holds. A port without it cannot run types with a
   * bundle. Rejects when the service cannot be reached.
   */
  openBundle?(lease: RunLease, bundleId: string): Promise<BundleOpened>
  /**
   * Of these leases, those that are lost: their runs were cancelled, or were taken over. Without it runs of cancelled
   * sessions go on to their end, and their reports are dropped.
   */
  findLostLeases?(leases: readonly RunLease[]): Promise<readonly RunLease[]>
  /** Settles a batch. Resolves when every report is stored durably. */
  report(reports: readonly RunReport[]): Promise<void>
  /** Returns runs to the queue, where they can be claimed again. */
  giveBack(returns: readonly RunReturn[]): Promise<void>
  /** Extends the leases of tasks that still run. */
  renew(leases: readonly RunLease[]): Promise<void>
}

export interface ClaimRequest {
  readonly runnerId: string
  readonly locations: readonly string[]
  readonly limit: number
  readonly waitMs: number
  readonly signal: AbortSignal
}
