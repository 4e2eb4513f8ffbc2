import type { Acknowledgement, AlertState } from '#alerting'
import { Fault } from '#kernel'
import { captureAttention } from '#storage/audit'
import type { CheckStateRow } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { alertStateOf } from '../states/alert-state-of.ts'
import { lockAlertState, saveAlertState } from './locked-alert-state.ts'
import type { ActingUser } from './locked-alert-state.ts'

/**
 * Acknowledges the running episode of a check: its reminders stop, and no further alerts of the same kind are sent. A
 * second acknowledgement of the same kind changes nothing. Throws CHECK_NOT_FOUND, and NOTHING_TO_ACKNOWLEDGE when the
 * check passes.
 */
export const acknowledgeCheck = (
  store: Store,
  actingUser: ActingUser,
  given: { readonly checkId: string; readonly note: string | null },
): Promise<void> => store.db.transaction((tx) => acknowledgeWithin(tx, actingUser, given).then(() => undefined))

/** The same within a transaction; returns the resulting acknowledgement. */
export async function acknowledgeWithin(
  tx: Queryable,
  actingUser: ActingUser,
  { checkId, note }: { readonly checkId: string; readonly note: string | null },
): Promise<Acknowledgement> {
  const { row, state } = await lockAlertState(tx, actingUser, checkId)
  if (state.status === 'passing') throw new Fault('NOTHING_TO_ACKNOWLEDGE')
  const kind = state.status === 'failing' ? 'failure' : 'degraded'
  if (state.acknowledgement && state.acknowledgement.kind === kind) return state.acknowledgement
  const acknowledgement = { kind, atMs: actingUser.nowMs, by: actingUser.by, note } as const
  await saveAlertState(tx, row, { ...state, acknowledgement }, actingUser.nowMs)
  await captureAttention(tx, checkId, attentionOf(state.acknowledgement), attentionOf(acknowledgement))
  return acknowledgement
}

/** Removes an acknowledgement: reminders continue, and held notifications are sent. Throws CHECK_NOT_FOUND. */
export const unacknowledgeCheck = (store: Store, actingUser: ActingUser, checkId: string): Promise<void> =>
  store.db.transaction(async (tx) => {
    const { row, state } = await lockAlertState(tx, actingUser, checkId)
    if (!state.acknowledgement) return
    const { acknowledgement: _taken, ...rest } = state
    await saveAlertState(tx, row, rest satisfies AlertState, actingUser.nowMs)
    await captureAttention(tx, checkId, attentionOf(state.acknowledgement), attentionOf(undefined))
  })

const attentionOf = (acknowledgement: Acknowledgement | null | undefined) => ({
  acknowledgedBy: acknowledgement?.by ?? null,
  acknowledgementNote: acknowledgement?.note ?? null,
})

/** The acknowledgement of the running episode of a check; null without one. */
export const acknowledgementOf = (row: Pick<CheckStateRow, 'alertState'>): Acknowledgement | null =>
  alertStateOf(row).acknowledgement ?? null
