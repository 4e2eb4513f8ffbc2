import type { Clock } from './clock.ts'

/** What happened to this process during a stretch of time, in milliseconds. */
export interface Standstill {
  /** Time in gaps: how long this process did not run although it should have. */
  readonly lostMs: number
  /** The longest single delay, short ones that are no gap included. */
  readonly longestMs: number
  /** Whether the wall clock was set, or the machine slept: it moved a second more or less than the steady clock. */
  readonly isClockChanged: boolean
}

/** The beginning of a stretch of time; see `between`. */
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
  /** Milliseconds of a clock that nobody can set. */
  readonly steady: () => number
  /** Epoch milliseconds. */
  readonly wall: () => number
}

const tickMs = 20
/** Delays below are the usual grain of a busy event loop, and are not remembered. */
const notableMs = 20
/** A delay from here on is a gap: time that passed without this process. */
export const gapMs = 100
/** A gap from here on may have changed whatever went on at the time. */
export const longGapMs = 1_000
const clockChangeMs = 1_000
const rememberedDelays = 4_096

/**
 * Knows when its process stood still: stopped by a signal, kept from the processor by others, or busy with one long
 * piece of work. A ticker that should run every 20 ms is late by as much. Whoever reads the time notices a gap as well,
 * because after a standstill arrived answers are handled before the ticker is.
 */
export class StandstillWatch {
  readonly #sources: TimeSources
  #delays: Delay[] = []
  #dueAt = Infinity
  #lostMs = 0
  #clockChanges = 0
  #offset: number | null = null
  #lastLongGap: Delay = { endedAt: -Infinity, ms: 0 }

  constructor(sources: TimeSources = { steady: () => performance.now(), wall: () => Date.now() }) {
    this.#sources = sources
  }

  /** Ticks until the signal aborts. Without it nothing is noticed. */
  async run(clock: Pick<Clock, 'sleep'>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.tick()
      await clock.sleep(tickMs, signal)
    }
    this.#dueAt = Infinity
    this.#offset = null
  }

  /** One look at both clocks; the next is due 20 ms later. */
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

  /** Milliseconds of the steady clock without those in gaps: what answers and time limits are measured with. */
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

  /** What happened from one mark to another. */
  between(from: StandstillMark, to: StandstillMark): Standstill {
    let longestMs = 0
    for (let index = this.#delays.length - 1; index >= 0; index -= 1) {
      const delay = this.#delays[index]
      if (!delay || delay.endedAt <= from.at) break
      if (delay.endedAt <= to.at) longestMs = Math.max(longestMs, delay.ms)
    }
    return {
      lostMs: to.lostMs - from.lostMs,
      longestMs,
      isClockChanged: to.clockChanges !== from.clockChanges,
    }
  }

  /** The latest long gap or change of the clock: its length, and how long ago it ended. Null when there was none. */
  lastLongGap(): { readonly ms: number; readonly agoMs: number } | null {
    this.tick()
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

/** The watch of this process. It notices something from when `run` is called. */
export const processStandstill = new StandstillWatch()

/** Milliseconds of the steady clock without those in which this process stood still. */
export const activeNow = (): number => processStandstill.activeNow()
