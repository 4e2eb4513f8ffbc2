import { isInboundType } from '#contract'
import type { CheckDefinition, CheckSettings } from '#contract'
import { wrongAssertion } from '#evaluation'
import { queuesOf } from '#inheritance'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { listUnavailableQueues } from '#storage/agents'
import { captureAttention } from '#storage/audit'
import { notify } from '#storage/database'
import { insertDrill } from '#storage/runs'
import type { Queryable, Store } from '#storage/database'
import { loadAlertBatch, drilledChannels } from '#notifying'
import { queueDryRun } from './start-dry-run.ts'

/**
 * Makes a check fail on purpose, once: its run has an expectation that cannot be met, and the channels that a failure
 * would notify get the message of it, marked as a drill. Nothing of it counts. A heartbeat has no run. Returns the id of
 * the drill. Throws CHECK_NOT_FOUND, DRILL_WITHOUT_CHANNEL, DRILL_WITHOUT_RUNNER and DRY_RUNS_EXCEEDED.
 */
export async function startDrill(store: Store, caller: Caller, checkId: string): Promise<string> {
  const id = timeOrderedId(caller.nowMs)
  await store.db.transaction(async (tx) => {
    const { accountId, nowMs } = caller
    const context = { encryption: store.encryption, nowMs, publicUrl: '' }
    const batch = await loadAlertBatch(tx, [checkId], context)
    const effective = batch.checks.get(checkId)
    if (effective?.own.accountId !== accountId) throw new Fault('CHECK_NOT_FOUND')
    if (!drilledChannels(batch, effective).some(({ silenceReason }) => silenceReason === null))
      throw new Fault('DRILL_WITHOUT_CHANNEL')
    const { own } = effective
    const createdAt = new Date(nowMs)
    if (!isInboundType(own.checkType)) {
      const check = { ...own, id, createdAt, settings: withWrongExpectation(own) }
      await queueDryRun(tx, store, { check, queue: await queueOf(tx, effective.check), includesTraces: false })
    }
    await insertDrill(tx, { accountId, id, checkId, createdAt })
    await captureAttention(tx, checkId, { drillId: null }, { drillId: id })
    await notify(tx, 'drills')
  })
  return id
}

/** Where somebody takes its runs: a person waits for this one. */
async function queueOf(tx: Queryable, check: CheckDefinition): Promise<string> {
  const closed = check.privateLocations.length === 0 ? [] : await listUnavailableQueues(tx, [check.accountId])
  const queue = queuesOf(check).find((one) => !closed.includes(one))
  if (queue === undefined) throw new Fault('DRILL_WITHOUT_RUNNER')
  return queue
}

/** The settings of a check with an assertion that cannot hold; unchanged for types without assertions. */
function withWrongExpectation({ checkType, settings }: CheckDefinition): CheckSettings {
  const assertion = wrongAssertion(checkType)
  const { request } = settings
  if (assertion === null || request === undefined || !('assertions' in request)) return settings
  return { ...settings, request: { ...request, assertions: [...request.assertions, assertion] } }
}
