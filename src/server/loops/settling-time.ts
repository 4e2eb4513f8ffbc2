import type { Clock, StallDetector } from '#kernel'

const minMs = 5_000
const maxMs = 30_000
/** Repeated standstills must not delay the loops forever. */
const maxTotalMs = 120_000

/**
 * How long to wait after a standstill before anything counts as overdue: as long as it lasted, from 5 to 30 seconds.
 */
export class SettlingTime {
  readonly #watch: Pick<StallDetector, 'lastLongGap'>
  readonly #clock: Pick<Clock, 'monotonicMs'>
  #since: number | null = null

  constructor(watch: Pick<StallDetector, 'lastLongGap'>, clock: Pick<Clock, 'monotonicMs'>) {
    this.#watch = watch
    this.#clock = clock
  }

  /**
   * Milliseconds still to wait; 0 when overdue work may be detected, at the latest after two minutes of waiting in a
   * row.
   */
  leftMs(): number {
    const gap = this.#watch.lastLongGap()
    const leftMs = gap === null ? 0 : lengthOf(gap.ms) - gap.agoMs
    if (leftMs <= 0) {
      this.#since = null
      return 0
    }
    this.#since ??= this.#clock.monotonicMs()
    return this.#clock.monotonicMs() - this.#since > maxTotalMs ? 0 : leftMs
  }
}

const lengthOf = (gapMs: number): number => Math.min(maxMs, Math.max(minMs, gapMs))
