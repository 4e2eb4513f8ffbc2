import type { Clock } from './clock.ts'

/** The stalls of this process during an interval, in milliseconds. */
export interface Standstill {
  /** Time in gaps: how long this process was stopped although it should have run. */
  readonly lostMs: number
  /** The longest single delay, including short ones that are no gap. */
  readonly maxDelayMs: number
  /**
   * Whether the wall clock was set, or the machine slept: it differs from the monotonic clock by more than a second.
   */
  readonly isClockChanged: boolean
}

/** The beginning of an interval; see `between`. */
export interface StandstillMark {
  readonly at: number
  readonly lostMs: number
  readonly clockChanges: number
}

interface Delay {
  readonly endedAt: number
  readonly ms: number
}

export interface TimeSources {
  /** Milliseconds of the monotonic clock. */
  readonly steady: () => number
  /** Epoch milliseconds. */
  readonly wall: () => number
}

const tickMs = 20
/** Shorter delays are normal in a busy event loop, and are not recorded. */
const notableMs = 20
/** A delay from here on is a gap: time that passed without this process. */
export const gapMs = 100
/** A gap from here on may have affected everything that ran at the time. */
export const longGapMs = 1_000
const clockChangeMs = 1_000
const rememberedDelays = 4_096

/**
 * Detects when its process was stopped: by a signal, by lack of CPU time, or by one long synchronous task. A ticker
 * that should run every 20 ms is delayed by as much. Reading the time detects a gap as well, because answers that
 * arrived during it are handled before the ticker is.
 */
export class StallDetector {
  readonly #sources: TimeSources
  #delays: Delay[] = []
  #dueAt = Infinity
  #lostMs = 0
  #clockChanges = 0
  #offset: number | null = null
  #lastLongGap: Delay = { endedAt: -Infinity, ms: 0 }

  constructor(sources: TimeSources) {
    this.#sources = sources
  }

  /** Ticks until the signal aborts. Without it nothing is detected. */
  async run(clock: Pick<Clock, 'sleep'>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.tick()
      await clock.sleep(tickMs, signal)
    }
    this.#dueAt = Infinity
    this.#offset = null
  }

  /** One reading of both clocks; the next is due 20 ms later. */
  tick(): void {
    const now = this.#sources.steady()
    this.#notice(now)
    this.#dueAt = now + tickMs
    const offset = this.#sources.wall() - now
    const change = Math.abs(offset - (this.#offset ?? offset))
    this.#offset = offset
    if (change < clockChangeMs) return
    this.#clockChanges += 1
    this.#lastLongGap = { endedAt: now, ms: change }
  }

  /** Milliseconds of the monotonic clock without gaps: answers and time limits are measured with it. */
  activeNow(): number {
    const now = this.#sources.steady()
    if (now - this.#dueAt >= gapMs) this.#notice(now)
    return now - this.#lostMs
  }

  /** Cheap enough for the beginning and the end of every run. */
  mark(): StandstillMark {
    const at = this.#sources.steady()
    if (at - this.#dueAt >= notableMs) this.tick()
    return { at, lostMs: this.#lostMs, clockChanges: this.#clockChanges }
  }

  /** The stalls between two marks. */
  between(from: StandstillMark, to: StandstillMark): Standstill {
    let maxDelayMs = 0
    for (let index = this.#delays.length - 1; index >= 0; index -= 1) {
      const delay = this.#delays[index]
      if (!delay || delay.endedAt <= from.at) break
      if (delay.endedAt <= to.at) maxDelayMs = Math.max(maxDelayMs, delay.ms)
    }
    return {
      lostMs: to.lostMs - from.lostMs,
      maxDelayMs,
      isClockChanged: to.clockChanges !== from.clockChanges,
    }
  }

  /** The latest long gap or change of the clock: its length, and how long ago it ended. Null when there was none. */
  lastLongGap(): { readonly ms: number; readonly agoMs: number } | null {
    // A detector that does not tick would take all the time since the last question for a gap.
    if (this.#dueAt !== Infinity) this.tick()
    const { endedAt, ms } = this.#lastLongGap
    return ms === 0 ? null : { ms, agoMs: this.#sources.steady() - endedAt }
  }

  /** Milliseconds in gaps since the process started. */
  get lostMs(): number {
    return this.#lostMs
  }

  #notice(now: number): void {
    const late = now - this.#dueAt
    if (late < notableMs) return
    this.#dueAt = now + tickMs
    this.#delays.push({ endedAt: now, ms: late })
    if (this.#delays.length > rememberedDelays) this.#delays = this.#delays.slice(rememberedDelays / 2)
    if (late < gapMs) return
    this.#lostMs += late
    if (late >= longGapMs) this.#lastLongGap = { endedAt: now, ms: late }
  }
}
