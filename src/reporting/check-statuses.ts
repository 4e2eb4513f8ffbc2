import { descriptorOf } from '#contract'
import type { CheckType } from '#contract'
import { Fault, minuteMs } from '#kernel'
import type { Caller } from '#kernel'
import { findUnobserved } from '#observation'
import type { Unobserved } from '#observation'
import { countStates, findRunConditions, listCheckStates } from '#storage/checks'
import { findRunnerProblems } from '#storage/runs'
import type { ListedCheckState } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { dependsOnConditions, whyNotRun } from './why-not-run.ts'

export type NamedCheckState = ListedCheckState & {
  /** The needs of a run that every runner lacks. */
  readonly whyNotRun: string | null
  /** Absent while somebody runs it. */
  readonly unobserved: Unobserved | undefined
}

/** Runners say every half minute what they lack; those that ended without a word are ignored after this. */
const runnerSilenceMs = 2 * minuteMs

/** A page of the statuses of the account's checks and the number of all; every status when `limit` is null. */
export async function listStatuses(
  store: Store,
  { accountId }: Caller,
  { limit, offset }: { readonly limit: number | null; readonly offset: number },
  now: Date,
): Promise<{ items: NamedCheckState[]; total: number }> {
  const states = await listCheckStates(store.db, accountId, { limit, offset })
  const total = limit === null ? states.length : await countStates(store.db, accountId)
  return { items: await withReasons(store.db, accountId, states, now), total }
}

/** The status of one check. Throws CHECK_NOT_FOUND. */
export async function getStatus(
  { db }: Store,
  { accountId }: Caller,
  checkId: string,
  now: Date,
): Promise<NamedCheckState> {
  const states = await listCheckStates(db, accountId, { checkId })
  const [state] = await withReasons(db, accountId, states, now)
  if (state === undefined) throw new Fault('CHECK_NOT_FOUND')
  return state
}

async function withReasons(
  db: Queryable,
  accountId: string,
  states: readonly ListedCheckState[],
  now: Date,
): Promise<NamedCheckState[]> {
  const ids = states.map(({ checkId }) => checkId)
  const [reasons, unobserved] = await Promise.all([
    findReasons(db, accountId, states, now),
    findUnobserved(db, accountId, ids),
  ])
  return states.map((state) => ({
    ...state,
    whyNotRun: reasons.get(state.checkId) ?? null,
    unobserved: unobserved.get(state.checkId),
  }))
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
