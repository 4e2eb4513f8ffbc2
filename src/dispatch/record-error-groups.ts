import type { CheckType } from '#contract'
import { cleanErrorMessage, errorHash } from '#diagnosis'
import { timeOrderedId } from '#kernel'
import { insertAnalyses, notify, recordErrors } from '#storage'
import type { Queryable, SeenError, TouchedErrorGroup } from '#storage'

/** A run that failed for good. */
export interface FinalFailure {
  readonly accountId: string
  readonly checkId: string
  readonly checkType: CheckType
  readonly resultId: string
  readonly error: string | null
}

export interface ErrorGroupContext {
  readonly nowMs: number
  /** Whether each new group is analysed once by itself. */
  readonly automaticAnalysis?: boolean
}

const rawLimit = 10_000
const unnamedError = 'The run failed without an error message.'
/** Time for the other locations of the tick to report, so that an analysis has something to compare with. */
const automaticDelayMs = 15_000

/**
 * Adds failures to the error groups of their checks, in the transaction of their results, and answers the group of each
 * result. A group archived until its next event comes back with this.
 */
export async function recordErrorGroups(
  tx: Queryable,
  failures: readonly FinalFailure[],
  context: ErrorGroupContext,
): Promise<Map<string, string>> {
  if (failures.length === 0) return new Map()
  const named = failures.map((failure) => ({ failure, seen: seenError(failure, context.nowMs) }))
  const byKey = Map.groupBy(named, ({ seen }) => keyOf(seen.checkId, seen.errorHash))
  const merged = [...byKey.values()].flatMap((items) => {
    const last = items.at(-1)
    return last ? [{ ...last.seen, occurrences: items.length }] : []
  })
  const groups = await recordErrors(tx, merged, new Date(context.nowMs))
  if (context.automaticAnalysis === true) await requestAutomatic(tx, groups, context.nowMs)
  const ids = new Map(groups.map((group) => [keyOf(group.check_id, group.error_hash), group.id]))
  return new Map(
    named.flatMap(({ failure, seen }) => {
      const id = ids.get(keyOf(seen.checkId, seen.errorHash))
      return id === undefined ? [] : [[failure.resultId, id] as const]
    }),
  )
}

const keyOf = (checkId: string, hash: string): string => `${checkId}/${hash}`

function seenError(failure: FinalFailure, nowMs: number): SeenError {
  return {
    accountId: failure.accountId,
    checkId: failure.checkId,
    checkType: failure.checkType,
    newId: timeOrderedId(nowMs),
    ...recordableError(failure.error),
    occurrences: 1,
    resultId: failure.resultId,
  }
}

/** An error as groups keep it: fit to store, and cleaned of what differs from run to run. */
export function recordableError(error: string | null): {
  readonly errorHash: string
  readonly rawErrorMessage: string
  readonly cleanedErrorMessage: string
} {
  const raw = (error ?? unnamedError).slice(0, rawLimit).replaceAll('\u0000', '\ufffd').toWellFormed()
  const cleaned = cleanErrorMessage(raw)
  return { errorHash: errorHash(cleaned), rawErrorMessage: raw, cleanedErrorMessage: cleaned }
}

async function requestAutomatic(tx: Queryable, groups: readonly TouchedErrorGroup[], nowMs: number): Promise<void> {
  const fresh = groups.filter((group) => group.is_new)
  if (fresh.length === 0) return
  await insertAnalyses(
    tx,
    fresh.map((group) => ({
      account_id: group.account_id,
      id: timeOrderedId(nowMs),
      error_group_id: group.id,
      test_session_error_group_id: null,
      check_id: group.check_id,
      check_type: group.check_type,
      is_automatic: true,
      user_context: '',
    })),
    { createdAt: new Date(nowMs), availableAt: new Date(nowMs + automaticDelayMs) },
  )
  await notify(tx, 'root_cause_analyses')
}
