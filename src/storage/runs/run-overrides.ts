import type { EnvironmentVariable, RetryStrategy } from '#contract'
import type { Encryption } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import type { RunOverridesTable } from '../generated/tables.ts'

/** The overrides of the runs of one session. */
export interface RunOverrides {
  readonly sessionId: string
  readonly accountId: string
  /** Of the highest level. */
  readonly variables: readonly EnvironmentVariable[]
  /** Takes the place of scheme, host and port in API and URL requests. */
  readonly environmentUrl: string | null
  readonly environmentName: string | null
  /** Absent: that of the check. Null: no retries. */
  readonly retryStrategy?: RetryStrategy | null
  /** Golden files that runs write become those of their checks. */
  readonly updateSnapshots?: boolean
}

type RunOverridesRow = Omit<RunOverridesTable, 'createdAt'>

/** Stores overrides; `now` is when they were created. */
export async function insertRunOverrides(
  tx: Queryable,
  encryption: Encryption,
  rows: readonly RunOverrides[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  await tx.rows(
    `insert into run_overrides (session_id, account_id, encrypted_overrides, created_at)
     select *, $4 from unnest($1::uuid[], $2::uuid[], $3::text[])`,
    [
      rows.map((row) => row.sessionId),
      rows.map((row) => row.accountId),
      rows.map(({ sessionId: _session, accountId: _account, ...content }) =>
        encryption.encrypt(JSON.stringify(content)),
      ),
      now,
    ],
  )
}

/** The overrides of these sessions by session id; most sessions have none. */
export async function findRunOverrides(
  db: Queryable,
  encryption: Encryption,
  sessionIds: readonly string[],
): Promise<Map<string, RunOverrides>> {
  if (sessionIds.length === 0) return new Map()
  const rows = await db.namedRows<RunOverridesRow>(
    'find-run-overrides',
    `select session_id, account_id, encrypted_overrides from run_overrides where session_id = any($1::uuid[])`,
    [sessionIds],
  )
  return new Map(rows.map((row) => [row.sessionId, opened(row, encryption)]))
}

const opened = (
  { sessionId, accountId, encryptedOverrides }: RunOverridesRow,
  encryption: Encryption,
): RunOverrides => ({
  ...contentOf(encryption.decrypt(encryptedOverrides)),
  sessionId,
  accountId,
})

/** Only `insertRunOverrides` writes these values; the authenticated encryption proves it. */
const contentOf = (text: string) => JSON.parse(text) as Omit<RunOverrides, 'sessionId' | 'accountId'>

/** For sessions that ended. */
export async function deleteRunOverrides(tx: Queryable, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return
  await tx.rows(`delete from run_overrides where session_id = any($1::uuid[])`, [sessionIds])
}

/** Removes what sessions left behind that ended abnormally: no run of theirs waits or is under way. */
export const deleteStrayRunOverrides = (tx: Queryable, before: Date): Promise<unknown> =>
  tx.namedRows(
    'delete-stray-run-overrides',
    `delete from run_overrides as stray where created_at < $1
       and not exists (select from run_tasks where run_tasks.session_id = stray.session_id)
       and not exists (select from run_batch_members as member where member.session_id = stray.session_id)`,
    [before],
  )
