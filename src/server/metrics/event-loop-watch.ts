import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { IntervalHistogram } from 'node:perf_hooks'
import { minuteMs } from '#kernel'
import type { Clock, Timer } from '#kernel'

export interface EventLoopDelay {
  /** The 99th percentile of the last one to two minutes, in milliseconds. */
  readonly p99Ms: number
  readonly maxMs: number
}

const resolutionMs = 20
const windowMs = minuteMs
const nanosecondsPerMs = 1e6

/** Measures the delay of the event loop of this process, over the current and the previous minute. */
export class EventLoopWatch {
  #current: IntervalHistogram
  #previous: EventLoopDelay = { p99Ms: 0, maxMs: 0 }
  readonly #timer: Timer

  constructor(clock: Clock) {
    this.#current = started()
    this.#timer = clock.every(windowMs, () => this.#rotate())
  }

  /** The larger delay of the two minutes. */
  delay(): EventLoopDelay {
    const now = delayOf(this.#current)
    return {
      p99Ms: Math.max(now.p99Ms, this.#previous.p99Ms),
      maxMs: Math.max(now.maxMs, this.#previous.maxMs),
    }
  }

  stop(): void {
    this.#timer.cancel()
    this.#current.disable()
  }

  #rotate(): void {
    this.#previous = delayOf(this.#current)
    this.#current.disable()
    this.#current = started()
  }
}

function started(): IntervalHistogram {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  return histogram
}

/** A histogram without a sample has no percentile. */
const delayOf = (histogram: IntervalHistogram): EventLoopDelay =>
  histogram.count === 0
    ? { p99Ms: 0, maxMs: 0 }
    : {
        p99Ms: Math.max(0, histogram.percentile(99) / nanosecondsPerMs - resolutionMs),
        maxMs: Math.max(0, histogram.max / nanosecondsPerMs - resolutionMs),
      }
