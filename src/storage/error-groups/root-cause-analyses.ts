import type { Analysis, AnalysisStatus, CheckType } from '#contract'
import { leaseTables } from '../database/lease-tables.ts'
import { backlogOf, claimRows, releaseRows } from '../database/leases.ts'
import type { Backlog, LeaseClaim } from '../database/leases.ts'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import { storableJson } from '../database/storable-json.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { RootCauseAnalysesTable } from '../generated/tables.ts'

export type RootCauseAnalysisRow = Narrowed<
  RootCauseAnalysesTable,
  {
    /** Exactly one of these two is set. */
    readonly errorGroupId: string | null
    readonly checkType: CheckType
    readonly status: AnalysisStatus
    readonly analysis: Analysis | null
  }
>

export type NewRootCauseAnalysis = Pick<
  RootCauseAnalysisRow,
  | 'accountId'
  | 'id'
  | 'errorGroupId'
  | 'testSessionErrorGroupId'
  | 'checkId'
  | 'checkType'
  | 'isAutomatic'
  | 'userContext'
>

/** Inserts analyses that are due from `claimableAt` on. */
export async function insertAnalyses(
  tx: Queryable,
  analyses: readonly NewRootCauseAnalysis[],
  times: { readonly createdAt: Date; readonly claimableAt: Date },
): Promise<void> {
  if (analyses.length === 0) return
  await tx.rows(
    `insert into root_cause_analyses (account_id, id, error_group_id, test_session_error_group_id, check_id, check_type,
       status, is_automatic, user_context, claimable_at, created_at)
     select account_id, id, error_group_id, test_session_error_group_id, check_id, check_type, 'PENDING', is_automatic,
       user_context, $3, $2
     from jsonb_to_recordset($1::jsonb) as a (account_id uuid, id uuid, error_group_id uuid,
       test_session_error_group_id uuid, check_id uuid, check_type text, is_automatic boolean, user_context text)`,
    [recordset(analyses), times.createdAt, times.claimableAt],
  )
}

export async function findAnalysis(db: Queryable, accountId: string, id: string): Promise<RootCauseAnalysisRow | null> {
  const rows = await db.rows<RootCauseAnalysisRow>(
    `select * from root_cause_analyses where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0] ?? null
}

/** One of the two groups an analysis can be about. */
export interface GroupReference {
  readonly accountId: string
  readonly errorGroupId: string | null
  readonly testSessionErrorGroupId: string | null
}

/** A pending analysis of the group that was requested with the same context. */
export async function findPendingAnalysis(
  db: Queryable,
  group: GroupReference,
  userContext: string,
): Promise<RootCauseAnalysisRow | null> {
  const rows = await db.rows<RootCauseAnalysisRow>(
    `select * from root_cause_analyses
     where account_id = $1 and status = 'PENDING' and not is_automatic and user_context = $4
       and (error_group_id = $2 or test_session_error_group_id = $3)
     order by id desc limit 1`,
    [group.accountId, group.errorGroupId, group.testSessionErrorGroupId, userContext],
  )
  return rows[0] ?? null
}

/** The newest finished analysis of an error group of a check; while there is none, the newest pending one. */
export async function findLatestAnalysis(
  db: Queryable,
  accountId: string,
  errorGroupId: string,
): Promise<RootCauseAnalysisRow | null> {
  const rows = await db.rows<RootCauseAnalysisRow>(
    `select * from root_cause_analyses where account_id = $1 and error_group_id = $2
     order by status = 'COMPLETED' desc, id desc limit 1`,
    [accountId, errorGroupId],
  )
  return rows[0] ?? null
}

/** The newest finished analyses of each group, at most `limit` of each. */
export const listAnalysesOfGroups = (
  db: Queryable,
  accountId: string,
  groupIds: readonly string[],
  limit: number,
): Promise<RootCauseAnalysisRow[]> =>
  db.rows(
    `select found.* from unnest($2::uuid[]) as requested (id)
     cross join lateral (
       select * from root_cause_analyses
       where account_id = $1 and status = 'COMPLETED'
         and (error_group_id = requested.id or test_session_error_group_id = requested.id)
       order by id desc limit $3) found
     order by found.id desc`,
    [accountId, groupIds, limit],
  )

/** Leases analyses whose time has come; those a person waits for go first. */
export const claimAnalyses = (db: Queryable, claim: LeaseClaim): Promise<RootCauseAnalysisRow[]> =>
  claimRows(db, leaseTables.rootCauseAnalyses, claim)

export interface AnalysisRecord {
  readonly accountId: string
  readonly id: string
  readonly leaseToken: string
  readonly analysis: Analysis
  readonly provider: string
  readonly model: string
  readonly durationMs: number
  readonly completedAt: Date
}

/** Finishes an analysis. False when the lease was lost or the group deleted meanwhile. */
export async function completeAnalysis(db: Queryable, record: AnalysisRecord): Promise<boolean> {
  const held = { key: [record.accountId, record.id], leaseToken: record.leaseToken }
  const completed = await releaseRows(db, leaseTables.rootCauseAnalyses, [held], {
    set: `status = 'COMPLETED', analysis = $4, provider = $5, model = $6, duration_ms = $7, completed_at = $8,
      claimable_at = null`,
    values: [storableJson(record.analysis), record.provider, record.model, record.durationMs, record.completedAt],
  })
  return completed > 0
}

/** Analyses that are due and not leased, and how long the oldest has been waiting. */
export const analysisBacklog = (db: Queryable, now: Date): Promise<Backlog> =>
  backlogOf(db, leaseTables.rootCauseAnalyses, now)
