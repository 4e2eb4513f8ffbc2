import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'

/** An outcome owed to the provider of a repository. */
export interface CommitStatusRow {
  readonly accountId: string
  readonly id: string
  readonly sessionIds: string[]
  /** As its provider spells it, with its owner. */
  readonly repoName: string
  readonly commitId: string
  readonly context: string
  readonly targetUrl: string
  /** The state the provider knows. */
  readonly told: string | null
  /** Tries in a row that failed. */
  readonly failures: number
  readonly leaseToken: string | null
}

export type NewCommitStatus = Omit<CommitStatusRow, 'told' | 'failures' | 'leaseToken'>

/** Makes statuses that are owed at once. */
export async function insertCommitStatuses(
  tx: Queryable,
  statuses: readonly NewCommitStatus[],
  now: Date,
): Promise<void> {
  if (statuses.length === 0) return
  await tx.rows(
    `insert into commit_statuses (account_id, id, session_ids, repo_name, commit_id, context, target_url, available_at,
       created_at)
     select account_id, id, session_ids, repo_name, commit_id, context, target_url, $2, $2
     from jsonb_to_recordset($1::jsonb) as s (account_id uuid, id uuid, session_ids uuid[], repo_name text,
       commit_id text, context text, target_url text)`,
    [recordset(statuses), now],
  )
}

/** Leases statuses whose time has come. What is not recorded is owed again when the lease ends. */
export const claimCommitStatuses = (
  db: Queryable,
  request: { readonly now: Date; readonly limit: number; readonly leaseToken: string; readonly leaseUntil: Date },
): Promise<CommitStatusRow[]> =>
  db.namedRows(
    'claim-commit-statuses',
    `update commit_statuses set lease_token = $3, available_at = $4
     where (account_id, id) in (
       select account_id, id from commit_statuses where available_at <= $1
       order by available_at limit $2 for update skip locked)
     returning *`,
    [request.now, request.limit, request.leaseToken, request.leaseUntil],
  )

/** For statuses nobody tells any more, because the token was taken away. */
export const forgetCommitStatuses = (db: Queryable, before: Date): Promise<unknown> =>
  db.rows(`delete from commit_statuses where created_at < $1`, [before])

interface Leased {
  readonly accountId: string
  readonly id: string
  readonly leaseToken: string
}

export const keepCommitStatus = (
  db: Queryable,
  { accountId, id, leaseToken, ...next }: Leased & { told: string | null; failures: number; availableAt: Date },
): Promise<unknown> =>
  db.rows(
    `update commit_statuses set told = $4, failures = $5, available_at = $6, lease_token = null
     where account_id = $1 and id = $2 and lease_token = $3`,
    [accountId, id, leaseToken, next.told, next.failures, next.availableAt],
  )

export const deleteCommitStatus = (db: Queryable, { accountId, id, leaseToken }: Leased): Promise<unknown> =>
  db.rows(`delete from commit_statuses where account_id = $1 and id = $2 and lease_token = $3`, [
    accountId,
    id,
    leaseToken,
  ])
