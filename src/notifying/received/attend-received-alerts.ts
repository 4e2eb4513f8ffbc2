import { findMatcherProblem, matchesLabels } from '#alerting'
import { mostAlertSilences } from '#contract'
import type { LabelMatcher } from '#contract'
import { Fault, rangeFault, timeOrderedId } from '#kernel'
import {
  countAlertSilences,
  endAlertSilence,
  findAlertSilence,
  lockReceivedAlert,
  lockSourcesOfAccount,
  releaseReceivedAlerts,
  saveAlertSilence,
  saveReceivedAlerts,
} from '#storage/alerts'
import type { AlertSilenceRow } from '#storage/alerts'
import { announceResources } from '#storage/accounts'
import type { Queryable, Store } from '#storage/database'
import type { ActingUser } from '../attention/locked-alert-state.ts'
import { acknowledged } from './acknowledged.ts'
import { stateOfReceived } from './received-state.ts'

/** Throws RECEIVED_ALERT_NOT_FOUND and RECEIVED_ALERT_OVER. A second acknowledgement changes nothing. */
export const acknowledgeReceivedAlert = (
  store: Store,
  { accountId, by, nowMs }: ActingUser,
  { id, note }: { readonly id: string; readonly note: string | null },
): Promise<void> =>
  store.db.transaction(async (tx) => {
    const alert = await lockReceivedAlert(tx, accountId, id)
    if (alert === null) throw new Fault('RECEIVED_ALERT_NOT_FOUND')
    if (alert.endedAt !== null) throw new Fault('RECEIVED_ALERT_OVER')
    await saveReceivedAlerts(tx, [acknowledged(alert, { by, note, atMs: nowMs })])
    await announceResources(tx, [{ accountId, event: 'received-alerts', id }], new Date(nowMs))
  })

/** Removes an acknowledgement; what it held back is sent. Throws RECEIVED_ALERT_NOT_FOUND. */
export const unacknowledgeReceivedAlert = (
  store: Store,
  { accountId, nowMs }: Pick<ActingUser, 'accountId' | 'nowMs'>,
  id: string,
): Promise<void> =>
  store.db.transaction(async (tx) => {
    const alert = await lockReceivedAlert(tx, accountId, id)
    if (alert === null) throw new Fault('RECEIVED_ALERT_NOT_FOUND')
    const { acknowledgement, ...rest } = stateOfReceived(alert)
    if (!acknowledgement) return
    const now = new Date(nowMs)
    await saveReceivedAlerts(tx, [
      { ...alert, alertState: { ...rest }, dueAt: alert.endedAt === null ? now : alert.dueAt },
    ])
    await announceResources(tx, [{ accountId, event: 'received-alerts', id }], now)
  })

export interface GivenSilence {
  /** Of the silence that it replaces; null: a new one. */
  readonly id: string | null
  /** Only alerts of this source; null: of all. */
  readonly sourceId: string | null
  readonly matchers: readonly LabelMatcher[]
  readonly startsAt: Date
  readonly endsAt: Date
  readonly createdBy: string
  readonly comment: string
}

/**
 * Silences alerts of other tools whose labels match. Throws BODY_INVALID for matchers that can never be decided, or that
 * match every alert, TIME_RANGE_INVALID, ALERT_SILENCES_FULL, and ALERT_SILENCE_NOT_FOUND for an id that is unknown.
 */
export async function saveSilence(
  store: Store,
  { accountId, nowMs }: Pick<ActingUser, 'accountId' | 'nowMs'>,
  given: GivenSilence,
): Promise<AlertSilenceRow> {
  assertMatchers(given.matchers)
  if (given.endsAt.getTime() <= Math.max(nowMs, given.startsAt.getTime()))
    throw rangeFault('endsAt must be in the future, and after startsAt.')
  return store.db.transaction(async (tx) => {
    const now = new Date(nowMs)
    await lockSourcesOfAccount(tx, accountId)
    const replaced = await findReplaced(tx, accountId, given, now)
    const { matchers, startsAt, endsAt, comment, createdBy, sourceId } = given
    const first = { id: timeOrderedId(nowMs), createdAt: now, updatedAt: null }
    const kept = replaced && { id: replaced.id, createdAt: replaced.createdAt, updatedAt: now }
    const said = { sourceId, matchers: [...matchers], startsAt, endsAt, createdBy, comment }
    const row: AlertSilenceRow = { accountId, ...said, ...(kept ?? first) }
    await saveAlertSilence(tx, row)
    if (replaced !== null) await releaseReceivedAlerts(tx, accountId, now)
    return row
  })
}

/** The silence that another one replaces; null: none, and there is room for a new one. */
async function findReplaced(
  tx: Queryable,
  accountId: string,
  { id, sourceId }: Pick<GivenSilence, 'id' | 'sourceId'>,
  now: Date,
): Promise<AlertSilenceRow | null> {
  if (id !== null) {
    const known = await findAlertSilence(tx, accountId, id)
    if (known?.sourceId !== sourceId) throw new Fault('ALERT_SILENCE_NOT_FOUND')
    return known
  }
  if ((await countAlertSilences(tx, accountId, now)) >= mostAlertSilences)
    throw new Fault('ALERT_SILENCES_FULL', { values: { max: mostAlertSilences } })
  return null
}

/** Ends a silence, of this source if one is given; what it held back is due at once. Throws ALERT_SILENCE_NOT_FOUND. */
export const endSilence = (
  store: Store,
  { accountId, nowMs }: Pick<ActingUser, 'accountId' | 'nowMs'>,
  { id, sourceId }: Pick<AlertSilenceRow, 'id'> & { readonly sourceId?: string },
): Promise<void> =>
  store.db.transaction(async (tx) => {
    const now = new Date(nowMs)
    const known = sourceId === undefined ? null : await findAlertSilence(tx, accountId, id)
    if (known?.sourceId !== sourceId) throw new Fault('ALERT_SILENCE_NOT_FOUND')
    if (!(await endAlertSilence(tx, accountId, id, now))) throw new Fault('ALERT_SILENCE_NOT_FOUND')
    await releaseReceivedAlerts(tx, accountId, now)
  })

/** As in Alertmanager, one matcher at least does not match an empty value: otherwise every alert would be silenced. */
function assertMatchers(matchers: readonly LabelMatcher[]): void {
  const wrong = findMatcherProblem(matchers)
  const problem =
    wrong === null ? (isSelective(matchers) ? null : 'at least one must not match the empty value') : wrong.problem
  if (problem === null) return
  const path = wrong === null ? 'matchers' : `matchers[${wrong.index}].value`
  throw new Fault('BODY_INVALID', { values: { problems: `${path}: ${problem}` }, attributes: { [path]: problem } })
}

const isSelective = (matchers: readonly LabelMatcher[]): boolean => matchers.some((one) => !matchesLabels([one], {}))
