import { Fault } from '#kernel'
import { lockCheckState, saveCheckStates } from '#storage/checks'
import type { CheckStateRow } from '#storage/checks'
import type { Queryable } from '#storage/database'
import type { AlertState } from '#alerting'
import { hasHeld } from '#alerting'
import { stateColumns } from '../states/advance-checks.ts'
import { alertStateOf } from '../states/alert-state-of.ts'

/** The user, key or link that acts on alerts of an account, and when. */
export interface ActingUser {
  readonly accountId: string
  readonly by: string
  /** Epoch milliseconds. */
  readonly nowMs: number
}

export interface LockedAlertState {
  readonly row: CheckStateRow
  readonly state: AlertState
}

/** Locks the alert state of a check of the account until the transaction ends. Throws CHECK_NOT_FOUND. */
export async function lockAlertState(
  tx: Queryable,
  { accountId }: ActingUser,
  checkId: string,
): Promise<LockedAlertState> {
  const row = await lockCheckState(tx, accountId, checkId)
  if (row === null) throw new Fault('CHECK_NOT_FOUND')
  return { row, state: alertStateOf(row) }
}

/** Saves a state that a user changed; its held notifications are checked now. */
export async function saveAlertState(
  tx: Queryable,
  row: CheckStateRow,
  state: AlertState,
  nowMs: number,
): Promise<void> {
  const releaseAtMs = hasHeld(state) ? nowMs : null
  await saveCheckStates(tx, [{ ...row, ...stateColumns(row, state, releaseAtMs) }])
}
