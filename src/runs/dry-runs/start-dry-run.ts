import { defaultLocation, isWireType, privateLocationQueue, regions } from '#contract'
import type { CheckDefinition, CheckType } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { draftCheck } from '#management'
import type { CheckInput } from '#management'
import { findPrivateLocationId } from '#storage/checks'
import { notify } from '#storage/database'
import { deleteDryRun, deleteRunTasks, insertDryRun, insertRunTasks, lockRunningDryRuns } from '#storage/runs'
import type { Queryable, Store } from '#storage/database'
import type { NewRunTask } from '#storage/runs'

/** How many dry runs of an account may run at once. */
const maxDryRuns = 10

export interface NewDryRun {
  readonly checkType: CheckType
  /** Validated by the create schema of the type. */
  readonly body: CheckInput
  readonly runLocation?: string | undefined
  /** Whether the result has the traces of its tests; default: it has none. */
  readonly includesTraces?: boolean | undefined
  /** How many dry runs of the account may run with this one; default: 10. */
  readonly atOnce?: number
}

/**
 * Queues one run of a check that is not saved, in one location, and returns its id. It is claimed, limited and evaluated
 * like any run, never retried, and changes nothing. Throws RUN_LOCATION_UNKNOWN, DRY_RUN_NOT_POSSIBLE,
 * DRY_RUNS_EXCEEDED and the faults of creating the check.
 */
export function startDryRun(store: Store, caller: Caller, input: NewDryRun): Promise<string> {
  return store.db.transaction(async (tx) => {
    const check = await draftCheck(tx, store, caller, input)
    if (!isWireType(check.checkType)) throw notPossible(check.checkType)
    const queue = await queueOf(tx, check, input.runLocation)
    await queueDryRun(tx, store, { check, queue, includesTraces: input.includesTraces ?? false, atOnce: input.atOnce })
    return check.id
  })
}

/** Queues one run of a check whose id is that of the dry run. Throws DRY_RUNS_EXCEEDED. */
export async function queueDryRun(
  tx: Queryable,
  store: Store,
  run: {
    readonly check: CheckDefinition
    readonly queue: string
    readonly includesTraces: boolean
    readonly atOnce?: number | undefined
  },
): Promise<void> {
  const limit = run.atOnce ?? maxDryRuns
  if ((await lockRunningDryRuns(tx, run.check.accountId)) >= limit)
    throw new Fault('DRY_RUNS_EXCEEDED', { values: { limit } })
  await insertDryRun(tx, store.encryption, run)
  await insertRunTasks(tx, [taskOf(run.check, run.queue)])
  await notify(tx, 'run_tasks')
}

function notPossible(checkType: CheckType): Fault {
  return new Fault('DRY_RUN_NOT_POSSIBLE', { values: { checkType, reason: 'they wait for pings.' } })
}

async function queueOf(tx: Queryable, check: CheckDefinition, requested: string | undefined): Promise<string> {
  const runLocation = requested ?? check.locations[0] ?? check.privateLocations[0] ?? defaultLocation
  if (regions.some((region) => region === runLocation)) return runLocation
  if ((await findPrivateLocationId(tx, check.accountId, runLocation)) === null)
    throw new Fault('RUN_LOCATION_UNKNOWN', {
      values: { runLocation },
      problems: [{ path: 'runLocation', rule: 'reference', parameters: { value: runLocation } }],
    })
  return privateLocationQueue(check.accountId, runLocation)
}

/** Task, session and check share the id of the dry run, so that nothing else is found by it. */
const taskOf = ({ id, accountId, createdAt }: CheckDefinition, queue: string): NewRunTask => ({
  id,
  accountId,
  checkId: id,
  sessionId: id,
  sequenceId: id,
  queue,
  sessionSize: 1,
  attempt: 1,
  runSource: 'EDITOR',
  scheduledFor: createdAt,
  sequenceStartedAt: createdAt,
  claimableAt: createdAt,
  queuedAt: createdAt,
})

/** Deletes a dry run; its runner notices when it renews the lease, or drops its report. Throws DRY_RUN_NOT_FOUND. */
export async function cancelDryRun(store: Store, { accountId }: Caller, id: string): Promise<void> {
  await store.db.transaction(async (tx) => {
    if (!(await deleteDryRun(tx, accountId, id))) throw new Fault('DRY_RUN_NOT_FOUND')
    await deleteRunTasks(tx, [id])
  })
}
