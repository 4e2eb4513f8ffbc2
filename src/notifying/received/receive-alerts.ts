import { initialAlertState } from '#alerting'
import type { ReceivedSeverity } from '#contract'
import { hashToken, minuteMs, timeOrderedId } from '#kernel'
import {
  countFiring,
  findAlertSourceByHash,
  lockAlertSource,
  lockFiring,
  saveReceivedAlerts,
  touchAlertSource,
} from '#storage/alerts'
import type { AlertSourceRow, Labels, ReceivedAlertRow } from '#storage/alerts'
import type { Queryable, Store } from '#storage/database'
import { loadReceivedBatch } from './received-batch.ts'
import type { ReceivedBatch } from './received-batch.ts'

/** One alert as its sender describes it. */
export interface ReceivedEvent {
  readonly fingerprint: string
  readonly name: string
  /** The value of the label for severity counts when absent. */
  readonly severity?: ReceivedSeverity
  readonly labels: Labels
  readonly annotations: Labels
  readonly summary: string
  readonly link: string | null
  /** Null: acknowledges an alert that fires. */
  readonly isFiring: boolean | null
  readonly startsAt: Date | null
  /** When it is over unless it is sent again; absent: the source decides. */
  readonly expiresAt?: Date
}

export interface ReceivedMessage {
  readonly token: string
  readonly events: readonly ReceivedEvent[]
  /** Alerts that the sender left out. */
  readonly leftOut: number
}

/** A source has so many firing alerts at most. */
const mostFiring = 5_000

/**
 * Takes a message of another tool, in one transaction: what is answered is kept. Returns whether the token is that of a
 * source; messages of one source are taken one after another.
 */
export async function receiveAlerts(
  store: Store,
  { token, events, leftOut }: ReceivedMessage,
  context: { readonly nowMs: number; readonly publicUrl: string },
): Promise<boolean> {
  const found = await findAlertSourceByHash(store.db, hashToken(token))
  if (found === null) return false
  await store.db.transaction(async (tx) => {
    const source = await lockAlertSource(tx, found.accountId, found.id)
    if (source === null) return
    const tooMany = await takeEvents(tx, source, events, { ...context, encryption: store.encryption })
    const lastReceivedAt = new Date(context.nowMs)
    await touchAlertSource(tx, source, { lastReceivedAt, leftOut: leftOut + tooMany })
  })
  return true
}

/** Returns how many were too many to keep. */
async function takeEvents(
  tx: Queryable,
  source: AlertSourceRow,
  given: readonly ReceivedEvent[],
  context: Parameters<typeof loadReceivedBatch>[3],
): Promise<number> {
  const events = new Map(given.map((event) => [event.fingerprint, event]))
  const firing = await lockFiring(tx, source, [...events.keys()])
  const added = [...events.values()].filter(
    ({ fingerprint, isFiring }) => isFiring === true && !firing.has(fingerprint),
  )
  // Senders repeat what fires each minute, which adds nothing.
  const room = added.length === 0 ? 0 : mostFiring - (await countFiring(tx, source.accountId, source.id))
  const begun = added.slice(0, Math.max(0, room)).map((event) => newAlert(source, event, context.nowMs))
  const batch = await loadReceivedBatch(tx, [source], [...firing.values(), ...begun], context)
  const moved = [...begun, ...firing.values()].flatMap((alert) => {
    const event = events.get(alert.fingerprint)
    return event === undefined ? [] : [applied({ batch, source, nowMs: context.nowMs }, alert, event)]
  })
  await saveReceivedAlerts(tx, moved)
  await batch.store(tx)
  return added.length - begun.length
}

const newAlert = (source: AlertSourceRow, event: ReceivedEvent, nowMs: number): ReceivedAlertRow => ({
  accountId: source.accountId,
  id: timeOrderedId(nowMs),
  sourceId: source.id,
  fingerprint: event.fingerprint,
  name: event.name,
  severity: severityOf(source, event),
  labels: event.labels,
  annotations: event.annotations,
  summary: event.summary,
  link: event.link,
  startsAt: event.startsAt ?? new Date(nowMs),
  endedAt: null,
  expiresAt: null,
  lastReceivedAt: new Date(nowMs),
  alertState: { ...initialAlertState },
  dueAt: null,
})

interface Receiving {
  readonly batch: ReceivedBatch
  readonly source: AlertSourceRow
  readonly nowMs: number
}

function applied({ batch, source, nowMs }: Receiving, alert: ReceivedAlertRow, event: ReceivedEvent): ReceivedAlertRow {
  const now = new Date(nowMs)
  if (event.isFiring === null) return batch.acknowledge(alert, { by: source.name, note: null })
  if (!event.isFiring) return batch.advance(source, { ...alert, endedAt: now, lastReceivedAt: now }, 'passed')
  const { annotations, summary, link } = event
  const severity = severityOf(source, event)
  const expiresAt = event.expiresAt ?? new Date(nowMs + source.expireMinutes * minuteMs)
  const told = { ...alert, annotations, summary, link, severity, expiresAt, lastReceivedAt: now }
  return batch.advance(source, told, severity === 'critical' ? 'failed' : 'degraded')
}

const mild = new Set(['warning', 'warn', 'info', 'informational', 'low', 'none', 'p4', 'p5', 'minor'])

const severityOf = ({ severityLabel }: AlertSourceRow, { severity, labels }: ReceivedEvent): ReceivedSeverity =>
  severity ?? (mild.has((labels[severityLabel] ?? '').trim().toLowerCase()) ? 'warning' : 'critical')
