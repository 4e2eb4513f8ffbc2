import type { AlertState, Hold } from '#alerting'
import { notifiedKinds } from '#alerting'
import type { SilenceBody } from '#contract'
import { Fault } from '#kernel'
import { captureAttention } from '#storage/audit'
import { releaseHeldOfChecks, releaseHeldOfGroup, saveSilences, setGroupMute, unsetMuted } from '#storage/checks'
import type { CheckStateRow } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { lockAlertState, saveAlertState } from './locked-alert-state.ts'
import type { ActingUser } from './locked-alert-state.ts'
import { silenceEnd } from './silence-end.ts'

interface SilenceOf<Id> {
  readonly id: Id
  readonly body: SilenceBody
}

/**
 * Snoozes a check. When it is failing now and still is at the end, all its channels are notified again. Throws
 * CHECK_NOT_FOUND, BODY_INVALID and TIME_RANGE_INVALID.
 */
export const snoozeCheck = (store: Store, actingUser: ActingUser, { id, body }: SilenceOf<string>): Promise<void> =>
  store.db.transaction((tx) => snoozeWithin(tx, actingUser, id, silenceEnd(body, actingUser.nowMs)))

export async function snoozeWithin(tx: Queryable, actingUser: ActingUser, id: string, until: Date): Promise<void> {
  const { row, state } = await lockAlertState(tx, actingUser, id)
  await silence(tx, row, { snoozedUntil: until })
  if (notifiedKinds(state).length === 0) return
  const hold: Hold = { reason: 'SNOOZED', untilMs: until.getTime(), repeats: true }
  await saveAlertState(tx, row, { ...state, hold }, actingUser.nowMs)
}

type Silences = Pick<CheckStateRow, 'snoozedUntil' | 'mutedUntil'>

async function silence(tx: Queryable, row: CheckStateRow, changed: Partial<Silences>): Promise<void> {
  const { checkId, snoozedUntil, mutedUntil } = row
  await saveSilences(tx, { ...row, ...changed })
  await captureAttention(tx, checkId, { snoozedUntil, mutedUntil }, { snoozedUntil, mutedUntil, ...changed })
}

/** Ends a snooze; held notifications are sent, and no alert is repeated. Throws CHECK_NOT_FOUND. */
export const unsnoozeCheck = (store: Store, actingUser: ActingUser, id: string): Promise<void> =>
  store.db.transaction(async (tx) => {
    const { row, state } = await lockAlertState(tx, actingUser, id)
    if (row.snoozedUntil === null) return
    await silence(tx, row, { snoozedUntil: null })
    await saveAlertState(tx, row, withoutRepetition(state), actingUser.nowMs)
  })

function withoutRepetition(state: AlertState): AlertState {
  if (!state.hold?.repeats) return state
  const { repeats: _repeats, ...hold } = state.hold
  return { ...state, hold }
}

/** Mutes a check temporarily. Throws CHECK_NOT_FOUND, BODY_INVALID and TIME_RANGE_INVALID. */
export const muteCheck = (store: Store, actingUser: ActingUser, { id, body }: SilenceOf<string>): Promise<void> =>
  store.db.transaction((tx) => muteWithin(tx, actingUser, id, silenceEnd(body, actingUser.nowMs)))

export async function muteWithin(tx: Queryable, actingUser: ActingUser, id: string, until: Date): Promise<void> {
  const { row } = await lockAlertState(tx, actingUser, id)
  await silence(tx, row, { mutedUntil: until })
  await releaseHeldOfChecks(tx, [id], new Date(actingUser.nowMs))
}

/** Ends every mute of a check, its field `muted` included. Throws CHECK_NOT_FOUND. */
export const unmuteCheck = (store: Store, actingUser: ActingUser, id: string): Promise<void> =>
  store.db.transaction(async (tx) => {
    const now = new Date(actingUser.nowMs)
    await unsetMuted(tx, actingUser.accountId, id, now)
    const { row } = await lockAlertState(tx, actingUser, id)
    await silence(tx, row, { mutedUntil: null })
    await releaseHeldOfChecks(tx, [id], now)
  })

/** Mutes a group temporarily; returns the end. Throws CHECK_GROUP_NOT_FOUND, BODY_INVALID and TIME_RANGE_INVALID. */
export async function muteGroup(store: Store, actingUser: ActingUser, { id, body }: SilenceOf<number>): Promise<Date> {
  const until = silenceEnd(body, actingUser.nowMs)
  await store.db.transaction((tx) => setMute(tx, actingUser, id, until))
  return until
}

/** Ends every mute of a group, its field `muted` included. Throws CHECK_GROUP_NOT_FOUND. */
export const unmuteGroup = (store: Store, actingUser: ActingUser, id: number): Promise<void> =>
  store.db.transaction((tx) => setMute(tx, actingUser, id, null))

async function setMute(tx: Queryable, { accountId, nowMs }: ActingUser, id: number, until: Date | null): Promise<void> {
  if (!(await setGroupMute(tx, accountId, id, until))) throw new Fault('CHECK_GROUP_NOT_FOUND')
  await releaseHeldOfGroup(tx, accountId, id, new Date(nowMs))
}
