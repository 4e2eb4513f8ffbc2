import type { BackTest, BackTestBody, BackTestOfChecksBody } from '#contract'
import { Fault, firstIdAt } from '#kernel'
import type { Caller } from '#kernel'
import { holdsGroup } from '#storage/analytics'
import { findCheckType } from '#storage/checks'
import type { Store } from '#storage/database'
import { countRecordedAlerts, listReplayableChecks } from '#storage/runs'
import { loadChecksToReplay, presentVariant } from './checks-to-replay.ts'
import type { KnownChecks } from './checks-to-replay.ts'
import { proposalOf } from './proposed-variant.ts'
import { replayHistory } from './replay-history.ts'
import { replayTurns } from './replay-turns.ts'
import { describeBackTest } from './describe-back-test.ts'
import { replayedRange } from './replayed-range.ts'
import type { KeptRange } from './replayed-range.ts'

/** Alerts and outages of a check as they would have been with other settings. Throws CHECK_NOT_FOUND and TIME_RANGE_INVALID. */
export async function backTestCheck(
  store: Store,
  caller: Caller,
  checkId: string,
  body: BackTestBody,
): Promise<BackTest> {
  if ((await findCheckType(store.db, caller.accountId, checkId)) === null) throw new Fault('CHECK_NOT_FOUND')
  const range = await replayedRange(store.db, body, caller.nowMs)
  return backTest(store, caller.accountId, { checkIds: [checkId], range, body, isOne: true })
}

/** The same of all checks of an account, or of a group. Throws GROUP_UNKNOWN and TIME_RANGE_INVALID. */
export async function backTestChecks(store: Store, caller: Caller, body: BackTestOfChecksBody): Promise<BackTest> {
  const { accountId, nowMs } = caller
  const groupId = body.groupId ?? null
  if (groupId !== null && !(await holdsGroup(store.db, accountId, groupId)))
    throw new Fault('GROUP_UNKNOWN', {
      values: { groupId },
      problems: [{ path: 'groupId', rule: 'reference', parameters: { value: groupId } }],
    })
  const range = await replayedRange(store.db, body, nowMs)
  const checkIds = (await listReplayableChecks(store.db, accountId, groupId)).map(({ id }) => id)
  return backTest(store, accountId, { checkIds, range, body, isOne: false })
}

interface Question {
  readonly checkIds: readonly string[]
  readonly range: KeptRange
  readonly body: BackTestBody
  readonly isOne: boolean
}

async function backTest(
  store: Store,
  accountId: string,
  { checkIds, range, body, isOne }: Question,
): Promise<BackTest> {
  const known = await loadChecksToReplay(store, accountId, checkIds, range)
  const propose = proposalOf(body, range)
  const checks = known.checks.map((check) => ({
    id: check.effective.own.id,
    intervalMs: check.intervalMs,
    variants: [presentVariant(check), propose(check)],
  }))
  const replays = await replayTurns.run(accountId, () => replayHistory(store.db, accountId, checks, range))
  const recorded = await recordedAlerts(store, accountId, known, range)
  return describeBackTest({ known, replays, recorded, range, retries: body.retryStrategy ?? null, isOne })
}

async function recordedAlerts(
  { db }: Store,
  accountId: string,
  { checks }: KnownChecks,
  { fromMs, toMs }: KeptRange,
): Promise<number> {
  const counted = await countRecordedAlerts(db, {
    accountId,
    checkIds: checks.map(({ effective }) => effective.own.id),
    fromId: firstIdAt(fromMs),
    beforeId: firstIdAt(toMs),
  })
  return counted.reduce((sum, { alerts }) => sum + alerts, 0)
}
