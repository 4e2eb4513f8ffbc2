import { mayUseRepository } from '#contract'
import type { CommitStatus, Delivery, RepositoryGrants } from '#contract'
import { backoffMs, backoffPolicies, hasTriesLeft } from '#kernel'
import { findFirstAccountId } from '#storage/accounts'
import { claimCommitStatuses, deleteCommitStatus, findCheckSessions, keepCommitStatus } from '#storage/runs'
import type { LeaseClaim, Store } from '#storage/database'
import type { CheckSessionRow, CommitStatusRow } from '#storage/runs'

/** The status to report to a provider now, and the one it has. */
export interface PendingCommitStatus {
  readonly accountId: string
  readonly id: string
  readonly leaseToken: string
  readonly status: CommitStatus
  readonly isChanged: boolean
  /** Whether the account may still use the repository. */
  readonly isAllowed: boolean
  readonly reportedState: string | null
  readonly failures: number
}

/** While runs are under way, their outcome is looked for this often. */
const pollMs = 3_000
const policy = backoffPolicies.commitStatus

/** Leases the pending statuses with their current content. */
export async function claimPendingCommitStatuses(
  store: Store,
  claim: LeaseClaim & { readonly repositoryGrants: RepositoryGrants | null },
): Promise<PendingCommitStatus[]> {
  const rows = await claimCommitStatuses(store.db, claim)
  const keys = rows.flatMap((row) => row.sessionIds.map((id) => ({ accountId: row.accountId, id })))
  const sessions = keys.length === 0 ? [] : await findCheckSessions(store.db, keys)
  const byId = new Map(sessions.map((session) => [session.id, session]))
  const firstAccountId = rows.length === 0 ? null : await findFirstAccountId(store.db)
  const isAllowed = ({ accountId, repoName }: CommitStatusRow): boolean =>
    mayUseRepository(claim.repositoryGrants, { accountId, firstAccountId, repoName })
  return rows.map((row) => ({ ...pendingOf(row, byId), isAllowed: isAllowed(row) }))
}

function pendingOf(
  row: CommitStatusRow,
  byId: ReadonlyMap<string, CheckSessionRow>,
): Omit<PendingCommitStatus, 'isAllowed'> {
  const verdict = verdictOf(row.sessionIds.map((id) => byId.get(id)))
  return {
    accountId: row.accountId,
    id: row.id,
    leaseToken: row.leaseToken ?? '',
    status: {
      repoName: row.repoName,
      commitId: row.commitId,
      context: row.context,
      targetUrl: row.targetUrl,
      ...verdict,
    },
    isChanged: verdict.state !== row.reportedState,
    reportedState: row.reportedState,
    failures: row.failures,
  }
}

/** Sessions that are gone and sessions without an outcome are errors: whether the checks pass is unknown. */
function verdictOf(sessions: readonly (CheckSessionRow | undefined)[]): Pick<CommitStatus, 'state' | 'description'> {
  const count = (fits: (session: CheckSessionRow | undefined) => boolean): number => sessions.filter(fits).length
  const running = count((session) => session !== undefined && session.stoppedAt === null)
  const failed = count((session) => session?.status === 'FAILED')
  const good = count((session) => session?.status === 'PASSED' || session?.status === 'DEGRADED')
  const all = sessions.length === 1 ? '1 check' : `${sessions.length} checks`
  if (running > 0) return { state: 'pending', description: `${all} under way.` }
  if (failed > 0) return { state: 'failure', description: `${failed} of ${all} failed.` }
  if (good < sessions.length) return { state: 'error', description: `${sessions.length - good} of ${all} did not run.` }
  return { state: 'success', description: `${all} passed.` }
}

/**
 * Writes down what telling came to; null when there was nothing new to tell. Answers whether the provider will never
 * know this outcome.
 */
export async function recordStatusReport(
  store: Store,
  pending: PendingCommitStatus,
  delivery: Delivery | null,
  nowMs: number,
): Promise<{ readonly isGivenUp: boolean }> {
  const failures = delivery?.outcome === 'retry' ? pending.failures + 1 : 0
  const isGivenUp = delivery?.outcome === 'rejected' || !hasTriesLeft(policy, failures)
  if (isGivenUp || (failures === 0 && pending.status.state !== 'pending')) {
    await deleteCommitStatus(store.db, pending)
    return { isGivenUp }
  }
  const waitMs = failures === 0 ? pollMs : pauseMs(failures, delivery)
  const reportedState = failures === 0 ? pending.status.state : pending.reportedState
  await keepCommitStatus(store.db, { ...pending, reportedState, failures, claimableAt: new Date(nowMs + waitMs) })
  return { isGivenUp }
}

function pauseMs(failures: number, delivery: Delivery | null): number {
  const requested = delivery?.outcome === 'retry' ? (delivery.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.max(requested, backoffMs(policy, failures))
}
