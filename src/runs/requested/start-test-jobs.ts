import { isWireType } from '#contract'
import type { CheckType, TestSessionMetadata, TestSessionTriggerBody } from '#contract'
import { completeRetryStrategy } from '#inheritance'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { draftCheck, draftGroup } from '#management'
import type { CheckInput, GroupDraft } from '#management'
import { findProject } from '#storage/projects'
import { insertTestJobs } from '#storage/runs'
import type { Queryable, Store } from '#storage/database'
import type { TestJob } from '#storage/runs'
import { batchesOf } from './matching-checks.ts'
import { newTestSession, queueTestRuns, storeTestSession } from './new-test-session.ts'
import type { StartedTestSession } from './new-test-session.ts'
import { findTestLocation } from './test-location.ts'

/** A check that is not saved, as a client sends it for one run. */
export interface NewTestJob {
  readonly checkType: CheckType
  /** Validated by the create schema of the type. */
  readonly body: CheckInput
  /** Its group, where that is not saved either. Null: that of `groupId`, or none. */
  readonly group: GroupDraft | null
  /** Null: no retries. */
  readonly retryStrategy: TestSessionTriggerBody['retryStrategy']
  /** Whether the client wants the golden files that the run writes. */
  readonly updatesSnapshots: boolean
}

export interface NewJobSession {
  readonly name: string
  readonly runLocation: string
  readonly metadata: TestSessionMetadata | null
  readonly isRecorded: boolean
  /** The id by which the client follows the results; null: it does not. */
  readonly suiteId: string | null
  /** Whether the client follows what the runs write. */
  readonly streamsLogs: boolean
  /** The logical id of the project that the checks belong to. */
  readonly project: string | null
  readonly jobs: readonly NewTestJob[]
}

/**
 * Runs checks once in one location that are not saved; the results have the order of the jobs. Throws RUN_LOCATION_UNKNOWN,
 * TEST_JOB_INVALID for a check or group that could not be created, and the faults of plans; nothing runs then.
 */
export function startTestJobs(
  store: Store,
  caller: Caller & { readonly userId: string | null },
  { runLocation, streamsLogs, project, jobs: given, ...own }: NewJobSession,
): Promise<StartedTestSession> {
  return store.db.transaction(async (tx) => {
    const location = await findTestLocation(tx, caller.accountId, runLocation)
    const jobs: TestJob[] = []
    for (const [index, job] of given.entries())
      jobs.push({
        ...(await jobOf(tx, store, caller, job).catch((error: unknown) => rejectJob(error, index, job))),
        streamsLogs,
      })
    const checks = jobs.map(({ check }) => check)
    const provider = own.metadata?.github === undefined ? 'API' : 'GITHUB'
    const projectId = project === null ? null : ((await findProject(tx, caller.accountId, project))?.id ?? null)
    const started = newTestSession({ ...own, streamsLogs, caller, provider, location, checks, projectId })
    await storeTestSession(tx, started)
    for (const batch of batchesOf(jobs)) await insertTestJobs(tx, store.encryption, started.session.id, batch)
    await queueTestRuns(tx, started)
    return started
  })
}

/** Says which job is at fault, unless its check is one that the plan of the account excludes. */
function rejectJob(error: unknown, index: number, { body: { name = '' } }: NewTestJob): never {
  if (!(error instanceof Fault) || error.status !== 400) throw error
  const { message, attributes, problems } = error
  throw new Fault('TEST_JOB_INVALID', {
    values: { index, name, problem: message },
    attributes,
    problems: problems.map((problem) => ({ ...problem, path: `checkRunJobs[${index}].${problem.path}` })),
  })
}

async function jobOf(
  tx: Queryable,
  store: Store,
  caller: Caller,
  given: NewTestJob,
): Promise<Omit<TestJob, 'streamsLogs'>> {
  const { group, retryStrategy = null, checkType, updatesSnapshots } = given
  if (!isWireType(checkType))
    throw new Fault('DRY_RUN_NOT_POSSIBLE', { values: { checkType, reason: 'they wait for pings.' } })
  return {
    check: await draftCheck(tx, store, caller, given),
    group: group && (await draftGroup(tx, caller, group)),
    retryStrategy: completeRetryStrategy(retryStrategy),
    updatesSnapshots,
  }
}
