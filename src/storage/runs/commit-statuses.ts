import { leaseTables } from '../database/lease-tables.ts'
import { claimRows, releaseRows, takeRows } from '../database/leases.ts'
import type { HeldRow, LeaseClaim } from '../database/leases.ts'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { CommitStatusesTable } from '../generated/tables.ts'

/** An outcome to report to the provider of a repository. */
export type CommitStatusRow = Narrowed<
  Omit<CommitStatusesTable, 'claimableAt' | 'createdAt'>,
  {
    /** As its provider spells it, with its owner. */
    readonly repoName: string
    /** The state the provider knows. */
    readonly reportedState: string | null
    /** Tries in a row that failed. */
    readonly failures: number
  }
>

export type NewCommitStatus = Omit<CommitStatusRow, 'reportedState' | 'failures' | 'leaseToken'>

/** Inserts statuses that are due at once. */
export async function insertCommitStatuses(
  tx: Queryable,
  statuses: readonly NewCommitStatus[],
  now: Date,
): Promise<void> {
  if (statuses.length === 0) return
  await tx.rows(
    `insert into commit_statuses (account_id, id, session_ids, repo_name, commit_id, context, target_url, claimable_at,
       created_at)
     select account_id, id, session_ids, repo_name, commit_id, context, target_url, $2, $2
     from jsonb_to_recordset($1::jsonb) as s (account_id uuid, id uuid, session_ids uuid[], repo_name text,
       commit_id text, context text, target_url text)`,
    [recordset(statuses), now],
  )
}

/** Leases statuses that are due. One that is not recorded is due again when the lease ends. */
export const claimCommitStatuses = (db: Queryable, claim: LeaseClaim): Promise<CommitStatusRow[]> =>
  claimRows(db, leaseTables.commitStatuses, claim)

/** Deletes statuses that can no longer be reported, because the token was removed. */
export const deleteCommitStatuses = (db: Queryable, before: Date): Promise<unknown> =>
  db.rows(`delete from commit_statuses where created_at < $1`, [before])

interface Leased {
  readonly accountId: string
  readonly id: string
  readonly leaseToken: string
}

const held = ({ accountId, id, leaseToken }: Leased): HeldRow => ({ key: [accountId, id], leaseToken })

export const keepCommitStatus = (
  db: Queryable,
  status: Leased & { reportedState: string | null; failures: number; claimableAt: Date },
): Promise<unknown> =>
  releaseRows(db, leaseTables.commitStatuses, [held(status)], {
    set: 'reported_state = $4, failures = $5, claimable_at = $6',
    values: [status.reportedState, status.failures, status.claimableAt],
  })

export const deleteCommitStatus = (db: Queryable, status: Leased): Promise<unknown> =>
  takeRows(db, leaseTables.commitStatuses, [held(status)])
