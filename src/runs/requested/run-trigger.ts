import { regions, privateLocationQueue } from '#contract'
import { Fault, hashToken } from '#kernel'
import { findTriggerByHash, holdPrivateLocations, markTriggerCalled } from '#storage/checks'
import { findCheckSessions, findResponseTimes, haveOpenSession, waitForEndedSessions } from '#storage/runs'
import type { Trigger, TriggerTarget } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import type { CheckSessionRow, EndWait } from '#storage/runs'
import { runnableChecks } from './runnable-checks.ts'
import { startSessions } from '../sessions/start-sessions.ts'

/** The trigger of a URL: its token must belong to the check or group in the URL. Throws TRIGGER_UNKNOWN. */
export async function findTriggerOfUrl(
  store: Store,
  url: TriggerTarget & { readonly token: string },
): Promise<Trigger> {
  const trigger = await findTriggerByHash(store.db, store.encryption, hashToken(url.token))
  if (trigger === null || trigger.checkId !== url.checkId || trigger.groupId !== url.groupId)
    throw new Fault('TRIGGER_UNKNOWN')
  return trigger
}

export interface TriggerCall {
  readonly nowMs: number
  /** http or https, without credentials. */
  readonly environmentUrl: string | null
  readonly environmentName: string | null
  /** A region, or the slug name of a private location; null: the first location of each check. */
  readonly runLocation: string | null
}

/**
 * Starts the checks of a trigger, each in one location; their runs are settled like scheduled ones. Throws
 * TRIGGER_UNKNOWN, TRIGGER_NOTHING_TO_RUN and PARAMETER_INVALID for an unknown location.
 */
export function startTriggeredRun(store: Store, trigger: Trigger, call: TriggerCall): Promise<CheckSessionRow[]> {
  return store.db.transaction(async (tx) => {
    if (!(await markTriggerCalled(tx, trigger, new Date(call.nowMs)))) throw new Fault('TRIGGER_UNKNOWN')
    const { checks, concurrency } = await runnableChecks(tx, store.encryption, trigger)
    if (checks.length === 0) throw new Fault('TRIGGER_NOTHING_TO_RUN')
    const { environmentUrl, environmentName } = call
    const isOverridden = environmentUrl !== null || environmentName !== null
    return startSessions(tx, checks, {
      runSource: 'LEGACY_TRIGGER',
      nowMs: call.nowMs,
      concurrency,
      isOneLocation: true,
      queue: await queueOf(tx, trigger.accountId, call.runLocation),
      ...(isOverridden && {
        overrides: { encryption: store.encryption, variables: [], environmentUrl, environmentName },
      }),
    })
  })
}

async function queueOf(tx: Queryable, accountId: string, runLocation: string | null): Promise<string | undefined> {
  if (runLocation === null) return undefined
  if (regions.some((region) => region === runLocation)) return runLocation
  if ((await holdPrivateLocations(tx, accountId, [runLocation])).size > 0)
    return privateLocationQueue(accountId, runLocation)
  const problems = 'runLocation must be a public location or the slug name of a private one of this account'
  throw new Fault('PARAMETER_INVALID', { values: { problems } })
}

export interface TriggeredOutcome {
  /** Whether a check failed, or its run was not completed. */
  readonly hasFailures: boolean
  /** Of the slowest run, in milliseconds; null when none has a result. */
  readonly responseTime: number | null
}

/** Waits until all these sessions have ended, and returns their outcome. Null after the deadline. */
export async function waitForOutcome(
  store: Store,
  sessions: readonly CheckSessionRow[],
  wait: EndWait,
): Promise<TriggeredOutcome | null> {
  const keys = sessions.map((session) => ({ accountId: session.accountId, id: session.id }))
  const readEnded = async (): Promise<CheckSessionRow[] | undefined> =>
    (await haveOpenSession(store.db, keys)) ? undefined : findCheckSessions(store.db, keys)
  const ended = await waitForEndedSessions(store.db, readEnded, wait)
  if (ended === undefined) return null
  const times = await findResponseTimes(store.db, ended.flatMap(resultsOf))
  return {
    hasFailures: ended.length < sessions.length || ended.some((row) => !withoutFailure.has(row.status)),
    responseTime: times.length === 0 ? null : Math.max(...times),
  }
}

const withoutFailure: ReadonlySet<string> = new Set(['PASSED', 'DEGRADED'])

const resultsOf = (session: CheckSessionRow) =>
  Object.values(session.outcomes).map(({ resultId }) => ({
    accountId: session.accountId,
    checkId: session.checkId,
    id: resultId,
  }))
