import { heartbeatAlertSettings } from '#inheritance'
import { timeOrderedId } from '#kernel'
import { expectedAt, failingAt, isBlockedUserAgent, classifyPing } from '#schedule'
import type { HeartbeatTiming } from '#schedule'
import { insertHeartbeatEvent, lockOverdueTimers, lockTimerByToken, moveTimer } from '#storage/checks'
import { findServiceTime } from '#storage/database'
import type { HeartbeatState, HeartbeatTimerRow } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { pausedChecks } from '#management'
import { advanceChecks, missedPingMessage, noCertificate, noRun } from '#notifying'
import type { AlertContext, FinishedTick } from '#notifying'
import { isReturning } from './queue/keep-time.ts'

export interface Ping {
  readonly token: string
  readonly source: string
  readonly userAgent: string
}

export interface HeartbeatContext {
  readonly nowMs: number
  readonly publicUrl: string
}

const sourceLengthMax = 1024

/**
 * Records a ping. Returns false when no heartbeat has this token. Pings of known link preview bots and of deactivated
 * checks are accepted but not counted.
 */
export async function recordPing(store: Store, ping: Ping, context: HeartbeatContext): Promise<boolean> {
  return store.db.transaction(async (tx) => {
    const timer = await lockTimerByToken(tx, ping.token)
    if (!timer) return false
    if (!timer.activated || isBlockedUserAgent(ping.userAgent)) return true
    const settings = timingOf(timer)
    // Another process may be ahead of this one for a moment, and would find a timer overdue that begins in its past.
    const markMs = (await findServiceTime(tx))?.latestAt.getTime() ?? 0
    const nowMs = Math.max(context.nowMs, markMs)
    const classified = classifyPing({
      settings,
      timerResetAt: timer.resetAt?.getTime() ?? null,
      isFailing: timer.isFailing,
      at: nowMs,
    })
    await moveTimer(tx, {
      checkId: timer.checkId,
      resetAt: new Date(nowMs),
      isFailing: false,
      failingAt: new Date(failingAt(settings, nowMs)),
    })
    await recordEvent(tx, { timer, ...ping, ...classified }, { ...context, nowMs, encryption: store.encryption })
    return true
  })
}

/** Finds the heartbeats whose period and grace passed without a ping and records each missed one. */
export async function expireHeartbeats(store: Store, context: HeartbeatContext, limit: number): Promise<number> {
  return store.db.transaction(async (tx) => {
    if (await isReturning(tx, context.nowMs)) return 0
    const overdue = await lockOverdueTimers(tx, new Date(context.nowMs), limit)
    const paused = overdue.length === 0 ? null : await pausedChecks(tx, overdue, context.nowMs)
    for (const timer of overdue) {
      const settings = timingOf(timer)
      if (paused?.has(timer.checkId)) {
        await restartTimer(tx, timer, context.nowMs)
        continue
      }
      // Of several periods missed while the service was stopped only the last counts, like the ticks of other checks.
      const resetAt = lastMissedMark(timer, settings, context.nowMs)
      await moveTimer(tx, {
        checkId: timer.checkId,
        resetAt: new Date(resetAt),
        isFailing: true,
        failingAt: new Date(failingAt(settings, resetAt)),
      })
      const latenessMs = Math.max(0, context.nowMs - expectedAt(settings, timer.resetAt?.getTime() ?? context.nowMs))
      const missed = { timer, state: 'FAILING', source: '', userAgent: '', latenessMs } as const
      await recordEvent(tx, missed, { ...context, encryption: store.encryption })
    }
    return overdue.length
  })
}

/** A maintenance window that pauses a heartbeat restarts its period instead of recording a missed ping. */
const restartTimer = (tx: Queryable, timer: HeartbeatTimerRow, nowMs: number): Promise<unknown> =>
  moveTimer(tx, {
    checkId: timer.checkId,
    resetAt: new Date(nowMs),
    isFailing: timer.isFailing,
    failingAt: new Date(failingAt(timingOf(timer), nowMs)),
  })

function lastMissedMark(timer: HeartbeatTimerRow, settings: HeartbeatTiming, nowMs: number): number {
  const first = timer.failingAt?.getTime() ?? nowMs
  const cycle = failingAt(settings, 0)
  return first + Math.floor(Math.max(0, nowMs - first) / cycle) * cycle
}

const timingOf = (timer: HeartbeatTimerRow): HeartbeatTiming => ({
  period: timer.periodMs / 1000,
  periodUnit: 'seconds',
  grace: timer.graceMs / 1000,
  graceUnit: 'seconds',
})

interface HeartbeatEvent {
  readonly timer: HeartbeatTimerRow
  readonly state: HeartbeatState
  readonly latenessMs: number
  readonly source: string
  readonly userAgent: string
}

async function recordEvent(tx: Queryable, event: HeartbeatEvent, context: AlertContext): Promise<void> {
  const { timer } = event
  const at = new Date(context.nowMs)
  const id = timeOrderedId(context.nowMs)
  await insertHeartbeatEvent(tx, {
    accountId: timer.accountId,
    checkId: timer.checkId,
    id,
    state: event.state,
    at,
    source: storable(event.source),
    userAgent: storable(event.userAgent),
    latenessMs: Math.round(event.latenessMs),
  })
  const tick = tickOf(timer.checkId, id, event.state === 'FAILING', at)
  await advanceChecks(tx, [tick], { ...context, adjustSettings: heartbeatAlertSettings })
}

/** A ping or a missed ping is a tick of one location without a result. */
const tickOf = (checkId: string, tickId: string, isFailing: boolean, at: Date): FinishedTick => ({
  checkId,
  tickId,
  summary: {
    outcome: isFailing ? 'failed' : 'passed',
    failingLocations: isFailing ? 1 : 0,
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
    error: isFailing ? missedPingMessage : null,
    statusCode: null,
    statusText: null,
    startedAt: at,
    ...noRun,
  },
  ...noCertificate,
})

/** Headers are untrusted: shortened, and without U+0000, which PostgreSQL text cannot hold. */
const storable = (text: string): string => text.replaceAll('\u0000', '').slice(0, sourceLengthMax)
