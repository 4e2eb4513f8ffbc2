import type { CheckType } from '#contract'
import { writeReason } from '#contract/reasons'
import { cleanErrorMessage, errorHash } from '#diagnosis'
import { timeOrderedId } from '#kernel'
import { announceResources } from '#storage/accounts'
import { countOccurrences, recordErrors } from '#storage/error-groups'
import type { Queryable } from '#storage/database'
import type { SeenError } from '#storage/error-groups'
import { requestAutomaticAnalyses } from './request-automatic-analyses.ts'

/** A failed run without a retry. */
export interface FinalFailure {
  readonly accountId: string
  readonly checkId: string
  readonly checkType: CheckType
  readonly resultId: string
  /** The queue of the location. */
  readonly location: string
  readonly error: string | null
}

export interface ErrorGroupContext {
  readonly nowMs: number
  /** Whether each new group is analysed automatically, once. */
  readonly automaticAnalysis?: boolean
}

const rawLimit = 10_000
const unnamedError = writeReason('NO_MESSAGE')

/**
 * Adds failures to the error groups of their checks, in the transaction of their results, and returns the group id by
 * result id. A group archived until its next event is unarchived.
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
  const at = new Date(context.nowMs)
  const groups = await recordErrors(tx, merged, at)
  if (context.automaticAnalysis === true)
    await requestAutomaticAnalyses(tx, groups, { of: 'checks', nowMs: context.nowMs })
  const ids = new Map(groups.map((group) => [keyOf(group.checkId, group.errorHash), group.id]))
  const found = named.flatMap(({ failure, seen }) => {
    const errorGroupId = ids.get(keyOf(seen.checkId, seen.errorHash))
    return errorGroupId === undefined ? [] : [{ ...failure, errorGroupId, occurrences: 1 }]
  })
  await countOccurrences(tx, found, at)
  const added = groups.filter(({ isNew }) => isNew)
  await announceResources(
    tx,
    added.map(({ accountId, id }) => ({ accountId, event: 'error-groups', id })),
    at,
  )
  return new Map(found.map(({ resultId, errorGroupId }) => [resultId, errorGroupId]))
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

/** An error as error groups store it: storable, and without the parts that vary from run to run. */
export function recordableError(error: string | null): {
  readonly errorHash: string
  readonly rawErrorMessage: string
  readonly cleanedErrorMessage: string
} {
  const raw = (error ?? unnamedError).slice(0, rawLimit).replaceAll('\u0000', '\ufffd').toWellFormed()
  const cleaned = cleanErrorMessage(raw)
  return { errorHash: errorHash(cleaned), rawErrorMessage: raw, cleanedErrorMessage: cleaned }
}
