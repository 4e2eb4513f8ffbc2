import { minuteMs } from '#kernel'
import type { Promised } from './outage-witness.ts'

export interface CheckPolicy {
  readonly frequency: number
  readonly frequencyOffset?: number
  /** Failed runs until a notification. */
  readonly threshold: number
  readonly retries: number
  /** After five minutes instead of by runs. */
  readonly isTimed: boolean
  readonly muted: boolean
  /** Runs in a row that end an alerted outage. */
  readonly recovery?: number
  /** Seconds between runs while it is failing. */
  readonly failingSeconds?: number
}

/** A run whose target does not answer, with the time to be claimed and reported. */
const runMs = 13_000
const backoffMs = 5_000
const timedMs = 300_000
/** From a state to a receiver that takes it. */
const deliveryMs = 25_000
/** A time that is ahead of the clock passes a tenth slower. */
const slower = 1.12
/** The leases of a process that ended expire after this. */
const leaseMs = 45_000

/** What the settings of a check promise: intervals, retries and escalation, and the delay a disruption may add to each of them. */
export function promiseOfCheck({
  frequency,
  frequencyOffset,
  threshold,
  retries,
  isTimed,
  muted,
  recovery = 1,
  failingSeconds,
}: CheckPolicy): Promised {
  const intervalMs = frequency > 0 ? frequency * minuteMs : (frequencyOffset ?? 30) * 1000
  const tickMs = runMs * (retries + 1) + backoffMs * retries
  // A slot whose predecessor is still under way is skipped.
  const cadenceOf = (everyMs: number): number => Math.ceil((tickMs + 1_000) / everyMs) * everyMs
  const cadenceMs = cadenceOf(intervalMs)
  const failingMs = failingSeconds === undefined ? cadenceMs : cadenceOf(failingSeconds * 1000)
  const escalationMs = isTimed ? timedMs + failingMs : (threshold - 1) * failingMs
  return {
    detectMs: slower * (cadenceMs + escalationMs + tickMs + deliveryMs),
    recoverMs: slower * ((1 + recovery) * failingMs + tickMs + deliveryMs),
    echoMs: slower * (tickMs + deliveryMs),
    perDisruptionMs: leaseMs + cadenceMs + tickMs,
    perDelayMs: deliveryMs,
    isMuted: muted,
    beginsAnew: false,
  }
}

/** A heartbeat is missed after its period and grace; a disruption may lose a ping, and the period after that. */
export function promiseOfHeartbeat(beat: { readonly periodSeconds: number; readonly graceSeconds: number }): Promised {
  const cycleMs = (beat.periodSeconds + beat.graceSeconds) * 1000
  return {
    detectMs: slower * (cycleMs + deliveryMs),
    recoverMs: slower * (beat.periodSeconds * 1000 + deliveryMs),
    echoMs: slower * (cycleMs + deliveryMs),
    perDisruptionMs: cycleMs + deliveryMs,
    perDelayMs: deliveryMs,
    isMuted: false,
    beginsAnew: true,
  }
}
