import type { CheckDefinition, CheckType, Outcome, ReportedFile, VerdictReason } from '#contract'
import type { Encryption } from '#kernel'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { DryRunsTable } from '../generated/tables.ts'

/** The observations of one run of an unsaved check, without secrets. */
export interface DryRunReport {
  readonly outcome: Outcome
  /** The service itself failed: the report is no evidence about the target. */
  readonly hasErrors: boolean
  readonly overMaxResponseTime: boolean
  readonly responseTimeMs: number
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly stoppedAt: number
  readonly error: string | null
  readonly reasons: readonly VerdictReason[]
  /** Of an HTTP answer. */
  readonly statusCode?: number
  readonly statusText?: string
  /** Whole days until the first certificate on the way expires. */
  readonly sslDaysRemaining?: number
  /** As results have it: the object of the check type under its name, and the reasons. */
  readonly detail: Readonly<Record<string, unknown>>
  /** Its screenshots and other small files; the traces where they were requested. Absent: none. */
  readonly files?: readonly ReportedFile[]
}

export interface DryRun {
  readonly accountId: string
  readonly id: string
  readonly checkType: CheckType
  readonly queue: string
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly report: DryRunReport | null
}

type DryRunRow = Narrowed<Omit<DryRunsTable, 'encryptedCheck' | 'includesTraces'>, { readonly checkType: CheckType }>

interface NewDryRunRow {
  readonly queue: string
  readonly check: CheckDefinition
  readonly includesTraces: boolean
}

export const insertDryRun = (
  tx: Queryable,
  encryption: Encryption,
  { queue, check, includesTraces }: NewDryRunRow,
): Promise<unknown> =>
  tx.rows(
    `insert into dry_runs (id, account_id, check_type, queue, encrypted_check, created_at, includes_traces)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      check.id,
      check.accountId,
      check.checkType,
      queue,
      encryption.encrypt(JSON.stringify(check)),
      check.createdAt,
      includesTraces,
    ],
  )

/** How many dry runs of the account have not ended; no other is started in the account until the transaction ends. */
export async function lockRunningDryRuns(tx: Queryable, accountId: string): Promise<number> {
  await tx.rows(`select from accounts where id = $1 for no key update`, [accountId])
  const rows = await tx.rows<{ running: number }>(
    `select count(*)::int as running from dry_runs where account_id = $1 and ended_at is null`,
    [accountId],
  )
  return rows[0]?.running ?? 0
}

export interface DryRunCheck {
  readonly check: CheckDefinition
  readonly includesTraces: boolean
}

/** The unsaved checks of those of these dry runs that have not ended. */
export async function findDryRunChecks(
  db: Queryable,
  encryption: Encryption,
  ids: readonly string[],
): Promise<DryRunCheck[]> {
  if (ids.length === 0) return []
  const rows = await db.rows<Pick<DryRunsTable, 'encryptedCheck' | 'includesTraces'>>(
    `select encrypted_check, includes_traces from dry_runs where id = any($1::uuid[]) and ended_at is null`,
    [ids],
  )
  return rows.map(({ encryptedCheck, includesTraces }) => ({
    check: checkOf(encryption.decrypt(encryptedCheck)),
    includesTraces,
  }))
}

/** Only `insertDryRun` writes these values; the authenticated encryption proves it. */
function checkOf(text: string): CheckDefinition {
  const check = JSON.parse(text) as Omit<CheckDefinition, 'createdAt'> & { readonly createdAt: string }
  return { ...check, createdAt: new Date(check.createdAt) }
}

/** Stores the reports of dry runs that have not ended. */
export async function endDryRuns(
  tx: Queryable,
  encryption: Encryption,
  ended: readonly { readonly id: string; readonly report: DryRunReport }[],
  now: Date,
): Promise<void> {
  if (ended.length === 0) return
  await tx.rows(
    `update dry_runs set encrypted_report = ended.report, ended_at = $3
     from unnest($1::uuid[], $2::text[]) as ended (id, report)
     where dry_runs.id = ended.id and dry_runs.ended_at is null`,
    [ended.map(({ id }) => id), ended.map(({ report }) => encryption.encrypt(JSON.stringify(report))), now],
  )
}

export async function findDryRun(
  db: Queryable,
  encryption: Encryption,
  key: { readonly accountId: string; readonly id: string },
): Promise<DryRun | null> {
  const [row] = await db.rows<DryRunRow>(
    `select id, account_id, check_type, queue, encrypted_report, created_at, ended_at from dry_runs
     where account_id = $1 and id = $2`,
    [key.accountId, key.id],
  )
  if (row === undefined) return null
  const { encryptedReport, ...run } = row
  return { ...run, report: encryptedReport === null ? null : reportOf(encryption.decrypt(encryptedReport)) }
}

/** Only `endDryRuns` writes these values; the authenticated encryption proves it. */
const reportOf = (text: string) => JSON.parse(text) as DryRunReport

export const deleteDryRun = (tx: Queryable, accountId: string, id: string): Promise<boolean> =>
  findsAny(tx, `delete from dry_runs where account_id = $1 and id = $2`, [accountId, id])

/** Deletes dry runs that ended before a time, and those whose run is lost. */
export const deleteOldDryRuns = (tx: Queryable, before: Date): Promise<unknown> =>
  tx.namedRows(
    'delete-old-dry-runs',
    `delete from dry_runs as old where created_at < $1
       and (ended_at < $1 or (ended_at is null and not exists (select from run_tasks where run_tasks.id = old.id)))`,
    [before],
  )
