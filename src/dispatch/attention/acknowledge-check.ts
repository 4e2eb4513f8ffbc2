import type { Acknowledgement, AlertState } from '#alerting'
import { Fault } from '#kernel'
import type { CheckStateRow, Queryable, Store } from '#storage'
import { alertStateOf } from '../advance-checks.ts'
import { lockAttended, saveAttended } from './attended-check.ts'
import type { Attendant } from './attended-check.ts'

/**
 * Acknowledges the running episode of a check: its reminders stop, and no further alerts of the same kind are sent. A
 * second acknowledgement of the same kind changes nothing. Throws CHECK_NOT_FOUND, and NOTHING_TO_ACKNOWLEDGE when the
 * check passes.
 */
export const acknowledgeCheck = (
  store: Store,
  attendant: Attendant,
  given: { readonly checkId: string; readonly note: string | null },
): Promise<void> => store.db.transaction((tx) => acknowledgeWithin(tx, attendant, given).then(() => undefined))

/** The same within a transaction; returns the resulting acknowledgement. */
export async function acknowledgeWithin(
  tx: Queryable,
  attendant: Attendant,
  { checkId, note }: { readonly checkId: string; readonly note: string | null },
): Promise<Acknowledgement> {
  const { row, state } = await lockAttended(tx, attendant, checkId)
  if (state.status === 'passing') throw new Fault('NOTHING_TO_ACKNOWLEDGE')
  const kind = state.status === 'failing' ? 'failure' : 'degraded'
  if (state.acknowledgement && state.acknowledgement.kind === kind) return state.acknowledgement
  const acknowledgement = { kind, atMs: attendant.nowMs, by: attendant.by, note } as const
  await saveAttended(tx, row, { ...state, acknowledgement }, attendant.nowMs)
  return acknowledgement
}

/** Removes an acknowledgement: reminders continue, and held notifications are sent. Throws CHECK_NOT_FOUND. */
export const unacknowledgeCheck = (store: Store, attendant: Attendant, checkId: string): Promise<void> =>
  store.db.transaction(async (tx) => {
    const { row, state } = await lockAttended(tx, attendant, checkId)
    if (!state.acknowledgement) return
    const { acknowledgement: _taken, ...rest } = state
    await saveAttended(tx, row, rest satisfies AlertState, attendant.nowMs)
  })

/** The acknowledgement of the running episode of a check; null without one. */
export const acknowledgementOf = (row: CheckStateRow): Acknowledgement | null =>
  alertStateOf(row).acknowledgement ?? null
