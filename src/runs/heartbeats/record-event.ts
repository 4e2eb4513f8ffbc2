import { heartbeatAlertSettings } from '#inheritance'
import type { HeartbeatSignalKind } from '#contract'
import { advanceChecks, missedPingMessage, noCertificate, noRun } from '#notifying'
import type { AlertContext, FinishedTick } from '#notifying'
import type { HeartbeatTiming } from '#schedule'
import { dropOldBodies, insertHeartbeatEvent, insertHeartbeatSignal } from '#storage/checks'
import type { HeartbeatState, HeartbeatTimerRow } from '#storage/checks'
import type { Queryable } from '#storage/database'

export interface HeartbeatContext {
  readonly nowMs: number
  readonly publicUrl: string
}

export const timingOf = (timer: HeartbeatTimerRow): HeartbeatTiming => ({
  period: timer.periodMs / 1000,
  periodUnit: 'seconds',
  grace: timer.graceMs / 1000,
  graceUnit: 'seconds',
  ...(timer.schedule !== null && { schedule: { expression: timer.schedule, timezone: timer.timezone } }),
})

export interface RecordedEvent {
  readonly id: string
  readonly timer: HeartbeatTimerRow
  readonly state: HeartbeatState
  readonly latenessMs: number
  readonly source: string
  readonly userAgent: string
  /** Why it is failing; null for a missed ping. */
  readonly error: string | null
}

/** Stores an event and advances the alert state of its check, in the transaction of the caller. */
export async function recordEvent(tx: Queryable, event: RecordedEvent, context: AlertContext): Promise<void> {
  const { timer, id, state } = event
  const at = new Date(context.nowMs)
  await insertHeartbeatEvent(tx, {
    accountId: timer.accountId,
    checkId: timer.checkId,
    id,
    state,
    at,
    source: storable(event.source),
    userAgent: storable(event.userAgent),
    latenessMs: Math.round(event.latenessMs),
  })
  const error = state === 'FAILING' ? (event.error ?? missedPingMessage) : null
  const tick = tickOf({ checkId: timer.checkId, tickId: id, error, at })
  await advanceChecks(tx, [tick], { ...context, adjustSettings: heartbeatAlertSettings })
}

/** A ping or a missed ping is a tick of one location without a result. */
const tickOf = ({
  error,
  at,
  ...ids
}: Pick<FinishedTick, 'checkId' | 'tickId'> & { readonly error: string | null; readonly at: Date }): FinishedTick => ({
  ...ids,
  summary: {
    outcome: error === null ? 'passed' : 'failed',
    failingLocations: error === null ? 0 : 1,
    degradedLocations: 0,
    totalLocations: 1,
  },
  outcomes: [],
  hasErrors: false,
  isParallel: false,
  result: {
    id: null,
    location: null,
    responseTimeMs: 0,
    error,
    statusCode: null,
    statusText: null,
    startedAt: at,
    ...noRun,
  },
  ...noCertificate,
})

export interface RecordedSignal {
  readonly id: string
  readonly timer: HeartbeatTimerRow
  readonly kind: HeartbeatSignalKind
  readonly atMs: number
  readonly runId: string | null
  readonly exitStatus: number | null
  readonly durationMs: number | null
  readonly overlapping: number
  readonly error: string | null
  readonly body: { readonly text: string; readonly bytes: number } | null
  readonly source: string
  readonly userAgent: string
}

/** Bodies of older pings are removed. */
const keptBodies = 20

export async function recordSignal(tx: Queryable, { timer, atMs, body, ...signal }: RecordedSignal): Promise<void> {
  const { accountId, checkId } = timer
  await insertHeartbeatSignal(tx, {
    ...signal,
    accountId,
    checkId,
    at: new Date(atMs),
    body: body && body.text,
    bodyBytes: body === null ? 0 : body.bytes,
    source: storable(signal.source),
    userAgent: storable(signal.userAgent),
  })
  if (body !== null) await dropOldBodies(tx, { accountId, checkId }, keptBodies)
}

const sourceLengthMax = 1024

/** Headers are untrusted: shortened, and without U+0000, which PostgreSQL text cannot hold. */
const storable = (text: string): string => text.replaceAll('\u0000', '').slice(0, sourceLengthMax)
