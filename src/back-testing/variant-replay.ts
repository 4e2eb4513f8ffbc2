import { CheckReplay } from '#alerting'
import type { AlertState, ReplayedAlert, ReplayRules, ReplayTick } from '#alerting'
import type { ProposedRetries } from './recorded-sessions.ts'

/** Settings to replay a check with. */
export interface Variant extends ReplayRules {
  /** Absent: runs were retried as they were. */
  readonly retries?: ProposedRetries
  /** Whether the check would not have run at a time. */
  readonly isPausedAt?: (atMs: number) => boolean
}

/** From the first tick that did not pass to the next that did; times are epoch milliseconds. */
export interface Episode {
  readonly fromMs: number
  /** Null while it lasts. */
  toMs: number | null
  isFailure: boolean
  /** When the first alert about it came; null when none did. */
  detectedMs: number | null
}

export interface AlertCounts {
  failure: number
  degraded: number
  recovery: number
  reminder: number
}

/** Of one check. What is more is counted, and not listed. */
const mostListed = 5_000

/** The alerts and episodes of one check with some settings, as far as they are later than `fromMs`. */
export class VariantReplay {
  readonly variant: Variant
  readonly alerts: ReplayedAlert[] = []
  /** Those that were alerted, and up to a limit the others. */
  readonly episodes: Episode[] = []
  readonly counts: AlertCounts = { failure: 0, degraded: 0, recovery: 0, reminder: 0 }
  /** Messages to channels. */
  notifications = 0
  /** Runs that would have been tried once more than they were. */
  unknownRetries = 0
  readonly #replay: CheckReplay
  readonly #fromMs: number
  #current: Episode | null = null
  #quiet = 0

  constructor(variant: Variant, fromMs: number) {
    this.variant = variant
    this.#replay = new CheckReplay(variant)
    this.#fromMs = fromMs
  }

  get isSettled(): boolean {
    return this.#replay.isSettled
  }

  take(tick: ReplayTick): void {
    if (this.variant.isPausedAt?.(tick.observedAtMs) === true) return
    const before = this.#replay.state
    this.#runTo(tick.atMs)
    const alerts = this.#replay.take(tick)
    this.#follow(before, this.#replay.state, tick.atMs)
    this.#add(alerts)
    if (this.#replay.state.status === 'passing') this.#current = null
  }

  end(atMs: number): void {
    this.#runTo(atMs)
  }

  #runTo(atMs: number): void {
    this.#add(this.#replay.runTo(atMs))
  }

  #follow(before: AlertState, after: AlertState, atMs: number): void {
    if (after.status === 'passing') {
      if (this.#current && before.status !== 'passing') this.#current.toMs = atMs
      return
    }
    if (before.status === 'passing') this.#begin(after.problemSince ?? atMs)
    if (this.#current && after.status === 'failing') this.#current.isFailure = true
  }

  #begin(fromMs: number): void {
    this.#current = { fromMs, toMs: null, isFailure: false, detectedMs: null }
    if (fromMs < this.#fromMs || this.#quiet >= mostListed) return
    this.#quiet += 1
    this.episodes.push(this.#current)
  }

  #add(alerts: readonly ReplayedAlert[]): void {
    for (const alert of alerts) {
      const isProblem = alert.kind !== 'recovery' && alert.reminder === 0
      if (isProblem && this.#current && this.#current.detectedMs === null) this.#current.detectedMs = alert.atMs
      if (alert.atMs < this.#fromMs) continue
      this.counts[kindOf(alert)] += 1
      this.notifications += alert.channels
      if (this.alerts.length < mostListed) this.alerts.push(alert)
    }
  }
}

function kindOf({ kind, reminder }: ReplayedAlert): keyof AlertCounts {
  if (reminder > 0) return 'reminder'
  return kind === 'ssl' ? 'failure' : kind
}
