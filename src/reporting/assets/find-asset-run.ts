import { Fault } from '#kernel'
import {
  findCheckResult,
  findTestSession,
  findTestSessionResult,
  listResultsOfSession,
  listResultsOfTestSession,
} from '#storage/runs'
import type { Store } from '#storage/database'
import { assertCheck } from '../assert-check.ts'
import { runOfCheckResult, runOfTestResult } from './asset-run.ts'
import type { AssetKey, AssetRun } from './asset-run.ts'

/**
 * The run of a source with its previous attempts; null when it observed nothing. Throws CHECK_NOT_FOUND,
 * CHECK_RESULT_NOT_FOUND, TEST_SESSION_NOT_FOUND and TEST_SESSION_RESULT_NOT_FOUND.
 */
export const findAssetRun = (store: Store, source: AssetKey): Promise<AssetRun | null> =>
  source.testSessionId === null ? ofCheck(store, source) : ofTestSession(store, source, source.testSessionId)

async function ofCheck({ db }: Store, { accountId, checkId, resultId }: AssetKey): Promise<AssetRun> {
  if (checkId === null) throw new Fault('CHECK_NOT_FOUND')
  await assertCheck(db, { accountId, checkId })
  const row = await findCheckResult(db, accountId, checkId, resultId)
  if (row === null) throw new Fault('CHECK_RESULT_NOT_FOUND')
  if (row.attempt === 1) return runOfCheckResult(row, [])
  return runOfCheckResult(row, await listResultsOfSession(db, { accountId, checkId, id: row.sessionId }))
}

async function ofTestSession(
  { db }: Store,
  { accountId, resultId }: AssetKey,
  sessionId: string,
): Promise<AssetRun | null> {
  if ((await findTestSession(db, accountId, sessionId)) === null) throw new Fault('TEST_SESSION_NOT_FOUND')
  const row = await findTestSessionResult(db, { accountId, sessionId, id: resultId })
  if (row === null) throw new Fault('TEST_SESSION_RESULT_NOT_FOUND')
  if (row.attempts <= 1) return runOfTestResult(row, [])
  return runOfTestResult(row, await listResultsOfTestSession(db, { accountId, id: sessionId }))
}
