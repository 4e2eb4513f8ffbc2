import { privateLocationQueue, regions, testSessionStatusOf, wireCheckTypes } from '#contract'
import type { CheckDefinition, EnvironmentVariable, TestSessionTriggerBody, TestVariable } from '#contract'
import { completeRetryStrategy } from '#inheritance'
import { Fault, timeOrderedId } from '#kernel'
import { findPrivateLocationId, findVariablesOfAccounts, listTriggerCandidates } from '#storage/checks'
import { notify } from '#storage/database'
import { insertRunOverrides, insertRunTasks, insertTestSession, saveTestSessionResults } from '#storage/runs'
import type { Queryable, Store } from '#storage/database'
import type { NewRunTask, TestSessionResultRow, TestSessionRow } from '#storage/runs'
import { batchesOf, matchingChecks } from './matching-checks.ts'

interface TestCaller {
  readonly accountId: string
  /** Null for keys without a user. */
  readonly userId: string | null
  readonly nowMs: number
}

interface TestLocation {
  readonly queue: string
  readonly privateLocationId: string | null
}

export interface StartedTestSession {
  readonly session: TestSessionRow
  readonly results: readonly TestSessionResultRow[]
}

/**
 * Runs the checks of a target once in one location, without effect on their status, alerts and metrics. Throws NO_CHECK_MATCHED, RUN_LOCATION_UNKNOWN and
 * SECRET_UNKNOWN.
 */
export function startTestSession(
  store: Store,
  caller: TestCaller,
  body: TestSessionTriggerBody,
): Promise<StartedTestSession> {
  const { target = {} } = body
  return store.db.transaction(async (tx) => {
    const testLocation = await findTestLocation(tx, caller.accountId, body.runLocation)
    const variables = await variablesOf(tx, store, caller.accountId, body.environmentVariables ?? [])
    const ids = await listTriggerCandidates(tx, {
      accountId: caller.accountId,
      types: wireCheckTypes,
      ids: target.checkId ?? null,
      allowDeactivated: target.allowDeactivated,
    })
    const checks = await matchingChecks(tx, store, ids, target)
    if (checks.length === 0) throw new Fault('NO_CHECK_MATCHED')
    const sessionId = timeOrderedId(caller.nowMs)
    const results = checks.map((check) =>
      firstResult(check, { sessionId, queue: testLocation.queue, nowMs: caller.nowMs }),
    )
    const session = sessionOf(caller, body, { id: sessionId, testLocation, results })
    await insertTestSession(tx, session)
    for (const batch of batchesOf(results)) await saveTestSessionResults(tx, batch)
    await storeOverrides(tx, store, { session, variables, body })
    for (const batch of batchesOf(results.map(firstTask))) await insertRunTasks(tx, batch)
    await notify(tx, 'run_tasks')
    return { session, results }
  })
}

async function findTestLocation(tx: Queryable, accountId: string, runLocation: string): Promise<TestLocation> {
  if (regions.some((region) => region === runLocation)) return { queue: runLocation, privateLocationId: null }
  const privateLocationId = await findPrivateLocationId(tx, accountId, runLocation)
  if (privateLocationId === null)
    throw new Fault('RUN_LOCATION_UNKNOWN', {
      values: { runLocation },
      problems: [{ path: 'runLocation', rule: 'reference', parameters: { value: runLocation } }],
    })
  return { queue: privateLocationQueue(accountId, runLocation), privateLocationId }
}

/** A secret is given by its key only: its value is that of the account's secret with the same key. */
async function variablesOf(
  tx: Queryable,
  { encryption }: Store,
  accountId: string,
  given: readonly TestVariable[],
): Promise<EnvironmentVariable[]> {
  const isReference = given.some((variable) => variable.secret === true)
  const stored = isReference ? ((await findVariablesOfAccounts(tx, encryption, [accountId])).get(accountId) ?? []) : []
  const secrets = new Map(stored.flatMap((variable) => (variable.secret ? [[variable.key, variable]] : [])))
  return given.map(({ key, value, locked = false, secret = false }) => {
    if (!secret) return { key, value: value ?? '', locked, secret }
    if (value !== null) throw secretInClear(key)
    const found = secrets.get(key)
    if (found === undefined)
      throw new Fault('SECRET_UNKNOWN', {
        values: { key },
        problems: [{ path: 'environmentVariables', rule: 'reference', parameters: { value: key } }],
      })
    return { ...found, locked: found.locked || locked }
  })
}

function secretInClear(key: string): Fault {
  const problem = `${key} is a secret: send null, and its value is that of the account's secret with this key`
  return new Fault('BODY_INVALID', {
    values: { problems: `environmentVariables: ${problem}` },
    attributes: { environmentVariables: problem },
  })
}

function firstResult(
  check: CheckDefinition,
  { sessionId, queue, nowMs }: { readonly sessionId: string; readonly queue: string; readonly nowMs: number },
): TestSessionResultRow {
  const id = timeOrderedId(nowMs)
  const now = new Date(nowMs)
  return {
    accountId: check.accountId,
    sessionId,
    id,
    sequenceId: id,
    checkId: check.id,
    checkName: check.name,
    checkType: check.checkType,
    location: queue,
    resultType: 'PENDING',
    status: 'RUNNING',
    attempts: 0,
    outcome: null,
    hasErrors: false,
    overMaxResponseTime: false,
    responseTimeMs: null,
    statusCode: null,
    error: null,
    scheduleError: null,
    startedAt: null,
    stoppedAt: null,
    createdAt: now,
    updatedAt: null,
    detail: {},
    errorGroupIds: [],
  }
}

function sessionOf(
  { accountId, userId, nowMs }: TestCaller,
  { name, metadata }: TestSessionTriggerBody,
  {
    id,
    testLocation,
    results,
  }: Pick<StartedTestSession, 'results'> & { readonly id: string; readonly testLocation: TestLocation },
): TestSessionRow {
  const now = new Date(nowMs)
  const running = results.filter((result) => result.resultType === 'PENDING').length
  const counts = { running, failed: results.length - running, cancelled: 0 }
  return {
    accountId,
    id,
    projectId: null,
    name,
    provider: metadata?.github === undefined ? 'API' : 'GITHUB',
    userId,
    queue: testLocation.queue,
    privateLocationId: testLocation.privateLocationId,
    metadata: metadata ?? null,
    status: testSessionStatusOf(counts),
    ...counts,
    errorGroupIds: [],
    startedAt: now,
    stoppedAt: running > 0 ? null : now,
    createdAt: now,
    updatedAt: null,
  }
}

async function storeOverrides(
  tx: Queryable,
  { encryption }: Store,
  start: {
    readonly session: TestSessionRow
    readonly variables: readonly EnvironmentVariable[]
    readonly body: Pick<TestSessionTriggerBody, 'retryStrategy' | 'updateSnapshots'>
  },
): Promise<void> {
  const { session, variables } = start
  const { retryStrategy, updateSnapshots = false } = start.body
  const overridesNothing = variables.length === 0 && retryStrategy === undefined && !updateSnapshots
  if (session.running === 0 || overridesNothing) return
  const overrides = {
    sessionId: session.id,
    accountId: session.accountId,
    variables,
    environmentUrl: null,
    environmentName: null,
    ...(updateSnapshots && { updateSnapshots }),
    ...(retryStrategy !== undefined && { retryStrategy: completeRetryStrategy(retryStrategy) }),
  }
  await insertRunOverrides(tx, encryption, [overrides], session.startedAt)
}

const firstTask = (result: TestSessionResultRow): NewRunTask => ({
  id: timeOrderedId(result.createdAt.getTime()),
  accountId: result.accountId,
  checkId: result.checkId,
  sessionId: result.sessionId,
  sequenceId: result.sequenceId,
  queue: result.location,
  sessionSize: 1,
  attempt: 1,
  runSource: 'TEST_RECORD',
  scheduledFor: result.createdAt,
  sequenceStartedAt: result.createdAt,
  claimableAt: result.createdAt,
  queuedAt: result.createdAt,
})
