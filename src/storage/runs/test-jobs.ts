import type { CheckDefinition, GroupDefinition, RetryStrategy } from '#contract'
import type { Encryption } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import type { TestJobsTable } from '../generated/tables.ts'

/** A check that is run once in a test session, as its client sent it. */
export interface TestJob {
  readonly check: CheckDefinition
  /** A group that is not stored either. Null: the stored one of `check.groupId`, if it has one. */
  readonly group: GroupDefinition | null
  /** Takes the place of that of the check and its group. Null: no retries. */
  readonly retryStrategy: RetryStrategy | null
  /** Whether a client follows what its run writes. */
  readonly streamsLogs: boolean
  /** Whether its client wants the golden files that its run writes. */
  readonly updatesSnapshots?: boolean
}

export async function insertTestJobs(
  tx: Queryable,
  encryption: Encryption,
  sessionId: string,
  jobs: readonly TestJob[],
): Promise<void> {
  if (jobs.length === 0) return
  await tx.rows(
    `insert into test_jobs (check_id, session_id, account_id, check_type, encrypted_job, created_at)
     select job.check_id, $5, job.account_id, job.check_type, job.encrypted_job, $6
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as job (check_id, account_id, check_type, encrypted_job)`,
    [
      jobs.map(({ check }) => check.id),
      jobs.map(({ check }) => check.accountId),
      jobs.map(({ check }) => check.checkType),
      jobs.map((job) => encryption.encrypt(JSON.stringify(job))),
      sessionId,
      jobs[0]?.check.createdAt,
    ],
  )
}

/** Those of these checks that are such jobs. */
export async function findTestJobs(
  db: Queryable,
  encryption: Encryption,
  checkIds: readonly string[],
): Promise<TestJob[]> {
  if (checkIds.length === 0) return []
  const rows = await db.namedRows<Pick<TestJobsTable, 'encryptedJob'>>(
    'find-test-jobs',
    `select encrypted_job from test_jobs where check_id = any($1::uuid[])`,
    [checkIds],
  )
  return rows.map(({ encryptedJob }) => jobOf(encryption.decrypt(encryptedJob)))
}

type Dated<T> = Omit<T, 'createdAt'> & { readonly createdAt: string }

/** Only `insertTestJobs` writes these values; the authenticated encryption proves it. */
function jobOf(text: string): TestJob {
  const { check, group, ...own } = JSON.parse(text) as {
    readonly check: Dated<CheckDefinition>
    readonly group: Dated<GroupDefinition> | null
    readonly retryStrategy: RetryStrategy | null
    readonly streamsLogs: boolean
    readonly updatesSnapshots?: boolean
  }
  const dated = <T extends Dated<object>>(one: T) => ({ ...one, createdAt: new Date(one.createdAt) })
  return { check: dated(check), group: group && dated(group), ...own }
}

/** For sessions that ended. */
export async function deleteTestJobs(tx: Queryable, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return
  await tx.rows(`delete from test_jobs where session_id = any($1::uuid[])`, [sessionIds])
}

/** Removes what sessions left behind that ended abnormally: no run of theirs waits or is under way. */
export const deleteStrayTestJobs = (tx: Queryable, before: Date): Promise<unknown> =>
  tx.namedRows(
    'delete-stray-test-jobs',
    `delete from test_jobs as stray where created_at < $1
       and not exists (select from run_tasks where run_tasks.check_id = stray.check_id)`,
    [before],
  )
