import { matchesLabels } from '#alerting'
import type { LabelMatcher } from '#contract'
import { Fault, isUuid } from '#kernel'
import { findReceivedAlert, listAlertSilences, listReceivedAlerts as listStored } from '#storage/alerts'
import type {
  AlertSilenceRow,
  AlertSourceRow,
  NamedReceivedAlert,
  ReceivedAlertFilter,
  ReceivedAlertRow,
} from '#storage/alerts'
import type { Store } from '#storage/database'
import { matchingSilences } from './matching-silences.ts'

/** An alert of another tool, with the silences that match it now. */
export interface ReceivedAlert {
  readonly alert: NamedReceivedAlert
  readonly silencedBy: readonly string[]
}

interface At {
  readonly accountId: string
  readonly nowMs: number
}

/** One page, the newest first. Throws CURSOR_INVALID. */
export async function listReceivedAlerts(
  { db }: Store,
  { accountId, nowMs }: At,
  filter: Omit<ReceivedAlertFilter, 'accountId'>,
  { limit, nextId }: { readonly limit: number; readonly nextId?: string | undefined },
): Promise<{ readonly items: readonly ReceivedAlert[]; readonly nextId: string | null }> {
  if (nextId !== undefined && !isUuid(nextId)) throw new Fault('CURSOR_INVALID')
  const found = await listStored(db, { ...filter, accountId }, { beforeId: nextId ?? null, limit: limit + 1 })
  const items = found.slice(0, limit)
  const silences = await listAlertSilences(db, [accountId], new Date(nowMs))
  const last = items.at(-1)
  return {
    items: items.map((alert) => viewOf(alert, silences, nowMs)),
    nextId: found.length > limit && last !== undefined ? last.id : null,
  }
}

/** Throws RECEIVED_ALERT_NOT_FOUND. */
export async function getReceivedAlert({ db }: Store, { accountId, nowMs }: At, id: string): Promise<ReceivedAlert> {
  const alert = await findReceivedAlert(db, accountId, id)
  if (alert === null) throw new Fault('RECEIVED_ALERT_NOT_FOUND')
  return viewOf(alert, await listAlertSilences(db, [accountId], new Date(nowMs)), nowMs)
}

/** Silences of an account that have not ended. */
export const listSilences = ({ db }: Store, { accountId, nowMs }: At): Promise<AlertSilenceRow[]> =>
  listAlertSilences(db, [accountId], new Date(nowMs))

const viewOf = (alert: NamedReceivedAlert, silences: readonly AlertSilenceRow[], nowMs: number): ReceivedAlert => ({
  alert,
  silencedBy: matchingSilences(silences, alert, nowMs).map(({ id }) => id),
})

/** A firing alert of one source, with the silences that match it now. */
export interface FiringAlert {
  readonly alert: ReceivedAlertRow
  readonly silencedBy: readonly string[]
}

/** So many firing alerts are listed at once at most. */
const mostListed = 5_000

/** Those whose labels match, the newest first. */
export async function listFiringOfSource(
  { db }: Store,
  { accountId, id: sourceId }: Pick<AlertSourceRow, 'accountId' | 'id'>,
  { nowMs, matchers }: { readonly nowMs: number; readonly matchers: readonly LabelMatcher[] },
): Promise<FiringAlert[]> {
  const filter = { accountId, sourceId, isFiring: true, search: null }
  const alerts = await listStored(db, filter, { beforeId: null, limit: mostListed })
  const silences = await listAlertSilences(db, [accountId], new Date(nowMs))
  return alerts.filter(({ labels }) => matchesLabels(matchers, labels)).map((alert) => viewOf(alert, silences, nowMs))
}

/** The silences that the token of a source made and that have not ended. */
export const silencesOfSource = async (
  { db }: Store,
  { accountId, id }: Pick<AlertSourceRow, 'accountId' | 'id'>,
  nowMs: number,
): Promise<AlertSilenceRow[]> =>
  (await listAlertSilences(db, [accountId], new Date(nowMs))).filter(({ sourceId }) => sourceId === id)
