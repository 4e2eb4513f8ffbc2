import { descriptorOf } from '#contract'
import type { CheckType } from '#contract'
import { Fault, minuteMs } from '#kernel'
import type { Caller } from '#kernel'
import { findRunConditions, findRunnerProblems, listCheckStates } from '#storage'
import type { CheckStateRow, Queryable, Store } from '#storage'
import { dependsOnConditions, whyNotRun } from './why-not-run.ts'

export type NamedCheckState = CheckStateRow & {
  readonly name: string
  readonly checkType: CheckType
  readonly groupMutedUntil: Date | null
  /** What every runner lacks that a run needs. */
  readonly whyNotRun: string | null
}

/** Runners say every half minute what they lack; those that ended without a word are ignored after this. */
const runnerSilenceMs = 2 * minuteMs

/** The status of every check of the account. */
export const listStatuses = (store: Store, caller: Caller, now: Date): Promise<NamedCheckState[]> =>
  findStates(store, caller, null, now)

/** The status of one check. Throws CHECK_NOT_FOUND. */
export async function getStatus(store: Store, caller: Caller, checkId: string, now: Date): Promise<NamedCheckState> {
  const [state] = await findStates(store, caller, checkId, now)
  if (state === undefined) throw new Fault('CHECK_NOT_FOUND')
  return state
}

async function findStates(
  { db }: Store,
  { accountId }: Caller,
  checkId: string | null,
  now: Date,
): Promise<NamedCheckState[]> {
  const states = await listCheckStates(db, accountId, checkId)
  const reasons = await findReasons(db, accountId, states, now)
  return states.map((state) => ({ ...state, whyNotRun: reasons.get(state.checkId) ?? null }))
}

type TypedState = Pick<NamedCheckState, 'checkId' | 'checkType'>

/** Why checks do not run, by check id. Settings of checks are read only while every runner lacks something. */
async function findReasons(
  db: Queryable,
  accountId: string,
  states: readonly TypedState[],
  now: Date,
): Promise<Map<string, string | null>> {
  if (!states.some(({ checkType }) => hasNeeds(checkType))) return new Map()
  const runners = await findRunnerProblems(db, new Date(now.getTime() - runnerSilenceMs))
  if (runners.some((lacking) => Object.keys(lacking).length === 0)) return new Map()
  const conditional = states.filter(({ checkType }) => dependsOnConditions(checkType, runners))
  const ids = conditional.map(({ checkId }) => checkId)
  const conditions = await findRunConditions(db, accountId, ids)
  return new Map(
    states.map(({ checkId, checkType }) => [
      checkId,
      whyNotRun(checkType, conditions.get(checkId) ?? new Set(), runners),
    ]),
  )
}

function hasNeeds(type: CheckType): boolean {
  const { needs, conditionalNeeds } = descriptorOf(type)
  return needs !== undefined || conditionalNeeds !== undefined
}
