import { wireCheckTypes } from '#contract'
import type { EnvironmentVariable, TestSessionProvider, TestSessionTriggerBody } from '#contract'
import { completeRetryStrategy } from '#inheritance'
import { Fault } from '#kernel'
import { listTriggerCandidates } from '#storage/checks'
import { insertRunOverrides } from '#storage/runs'
import type { Queryable, Store } from '#storage/database'
import type { TestSessionRow } from '#storage/runs'
import { matchingChecks } from './matching-checks.ts'
import { newTestSession, queueTestRuns, storeTestSession } from './new-test-session.ts'
import type { StartedTestSession, TestCaller } from './new-test-session.ts'
import { sessionVariables } from './session-variables.ts'
import { findTestLocation } from './test-location.ts'

/** How a session appears, besides what its body says. Default: one of the API that is kept. */
interface SessionKind {
  readonly provider?: TestSessionProvider
  readonly isRecorded?: boolean
  /** The id by which a client follows its results. */
  readonly suiteId?: string | null
}

/**
 * Runs the checks of a target once in one location, without effect on their status, alerts and metrics. Throws NO_CHECK_MATCHED, RUN_LOCATION_UNKNOWN and
 * SECRET_UNKNOWN.
 */
export function startTestSession(
  store: Store,
  caller: TestCaller,
  body: TestSessionTriggerBody,
  kind: SessionKind = {},
): Promise<StartedTestSession> {
  const { target = {} } = body
  return store.db.transaction(async (tx) => {
    const location = await findTestLocation(tx, caller.accountId, body.runLocation)
    const variables = await sessionVariables(tx, store, caller.accountId, body.environmentVariables ?? [])
    const ids = await listTriggerCandidates(tx, {
      accountId: caller.accountId,
      types: wireCheckTypes,
      ids: target.checkId ?? null,
      allowDeactivated: target.allowDeactivated,
    })
    const checks = await matchingChecks(tx, store, ids, target)
    if (checks.length === 0) throw new Fault('NO_CHECK_MATCHED')
    const { name, metadata = null } = body
    const provider = metadata?.github === undefined ? (kind.provider ?? 'API') : 'GITHUB'
    const started = newTestSession({ caller, name, metadata, location, checks, ...kind, provider })
    await storeTestSession(tx, started)
    await storeOverrides(tx, store, { session: started.session, variables, body })
    await queueTestRuns(tx, started)
    return started
  })
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
  if (variables.length === 0 && retryStrategy === undefined && !updateSnapshots) return
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
