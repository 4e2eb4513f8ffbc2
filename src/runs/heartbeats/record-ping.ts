import { timeOrderedId } from '#kernel'
import { announceStates } from '#notifying'
import { classifyPing, endRuns, failingAt, firstLateAt, isBlockedUserAgent, resetByPing, startRun } from '#schedule'
import { lockTimerByToken, lockTimerOfCheck, moveTimer } from '#storage/checks'
import type { HeartbeatTimerRow } from '#storage/checks'
import { findServiceTime } from '#storage/database'
import type { Queryable, Store } from '#storage/database'
import { jobFailedMessage } from './failure-messages.ts'
import { recordEvent, recordSignal, timingOf } from './record-event.ts'
import type { HeartbeatContext } from './record-event.ts'

export interface PingBody {
  /** Without secrets; its beginning, if it is long. */
  readonly text: string
  /** Of all of it. */
  readonly bytes: number
}

/** The statement of a ping about the run of its job. */
export interface PingSignal {
  readonly kind: 'start' | 'success' | 'fail' | 'log'
  readonly exitStatus: number | null
  /** Which run it is about; null for a job that names none. A lowercase UUID. */
  readonly runId: string | null
  readonly body: PingBody | null
  /** As the job measured it; absent or null: from its start to its end. */
  readonly durationMs?: number | null
}

/** The heartbeat that is pinged, by its token or its id. */
type PingTarget = { readonly token: string } | { readonly accountId: string; readonly checkId: string }

export type Ping = PingTarget & {
  readonly source: string
  readonly userAgent: string
  /** Absent: the job is done. */
  readonly signal?: PingSignal
}

const plainSuccess: PingSignal = { kind: 'success', exitStatus: null, runId: null, body: null }

/**
 * Records a ping. Returns false when there is no such heartbeat. Pings of known link preview bots and of deactivated
 * checks are accepted but not counted.
 */
export async function recordPing(store: Store, ping: Ping, context: HeartbeatContext): Promise<boolean> {
  return store.db.transaction(async (tx) => {
    const timer = await ('token' in ping ? lockTimerByToken(tx, ping.token) : lockTimerOfCheck(tx, ping))
    if (!timer) return false
    if (!timer.activated || isBlockedUserAgent(ping.userAgent)) return true
    // Another process may be ahead of this one for a moment, and would find a timer overdue that begins in its past.
    const markMs = (await findServiceTime(tx))?.latestAt.getTime() ?? 0
    const nowMs = Math.max(context.nowMs, markMs)
    const known = { ...ping, signal: ping.signal ?? plainSuccess }
    const isEnd = known.signal.kind === 'success' || known.signal.kind === 'fail'
    await (isEnd ? recordEnd : recordOther)(tx, timer, known, { ...context, nowMs, encryption: store.encryption })
    return true
  })
}

type KnownPing = Ping & { readonly signal: PingSignal }
type Recording = HeartbeatContext & Pick<Store, 'encryption'>

/** A start or a log does not mean that the job works: the period goes on. */
async function recordOther(
  tx: Queryable,
  timer: HeartbeatTimerRow,
  ping: KnownPing,
  context: Recording,
): Promise<void> {
  const { signal } = ping
  const { nowMs } = context
  if (signal.kind === 'start') {
    const runs = startRun(timer.runs, { id: signal.runId, at: nowMs, graceMs: timer.graceMs })
    await moveTimer(tx, { ...timer, ...openRuns(runs) })
  }
  const facts = { durationMs: null, overlapping: signal.kind === 'start' ? timer.runs.length : 0, error: null }
  await recordSignal(tx, { ...ping, ...signal, ...facts, timer, id: timeOrderedId(nowMs), atMs: nowMs })
  await announceStates(tx, [timer.checkId], new Date(nowMs))
}

async function recordEnd(tx: Queryable, timer: HeartbeatTimerRow, ping: KnownPing, context: Recording): Promise<void> {
  const { signal } = ping
  const { nowMs } = context
  const settings = timingOf(timer)
  const { runs, durationMs: measuredMs } = endRuns(timer.runs, { id: signal.runId, at: nowMs })
  const durationMs = signal.durationMs ?? measuredMs
  const resetMs = resetByPing(settings, nowMs)
  await moveTimer(tx, {
    checkId: timer.checkId,
    resetAt: new Date(resetMs),
    isFailing: false,
    failingAt: new Date(failingAt(settings, resetMs)),
    ...openRuns(runs),
  })
  const timerResetAt = timer.resetAt?.getTime() ?? null
  const classified = classifyPing({ settings, timerResetAt, isFailing: timer.isFailing, at: nowMs })
  const error = signal.kind === 'fail' ? jobFailedMessage(signal) : null
  const state = error === null ? classified.state : 'FAILING'
  const id = timeOrderedId(nowMs)
  if (saysMore(signal) || durationMs !== null)
    await recordSignal(tx, { ...ping, ...signal, durationMs, overlapping: 0, error, timer, id, atMs: nowMs })
  await recordEvent(tx, { ...ping, id, timer, state, latenessMs: classified.latenessMs, error }, context)
}

const openRuns = (runs: HeartbeatTimerRow['runs']) => {
  const lateAt = firstLateAt(runs)
  return { runs, runLateAt: lateAt === null ? null : new Date(lateAt) }
}

const saysMore = ({ kind, exitStatus, runId, body }: PingSignal): boolean =>
  kind !== 'success' || exitStatus !== null || runId !== null || body !== null
