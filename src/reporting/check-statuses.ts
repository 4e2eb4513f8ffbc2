import { descriptorOf } from '#contract'
import type { CheckType } from '#contract'
import { Fault, minuteMs } from '#kernel'
import type { Caller } from '#kernel'
import { findRunnerProblems, listCheckStates } from '#storage'
import type { CheckStateRow, Store } from '#storage'
import { whyNotRun } from './why-not-run.ts'

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
  const hasNeeds = states.some(({ checkType }) => descriptorOf(checkType).needs !== undefined)
  const runners = hasNeeds ? await findRunnerProblems(db, new Date(now.getTime() - runnerSilenceMs)) : []
  return states.map((state) => ({ ...state, whyNotRun: whyNotRun(state.checkType, runners) }))
}
