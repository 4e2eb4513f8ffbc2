import type { StandstillWatch } from '#kernel'

const shortestMs = 5_000
const longestMs = 30_000
/** A machine that stands still again and again must not put off for ever what it is there for. */
const longestInARowMs = 120_000

/** How long to wait after a standstill before anything counts as late: as long as it lasted, from 5 to 30 seconds. */
export class SettlingTime {
  readonly #watch: Pick<StandstillWatch, 'lastLongGap'>
  readonly #steadyMs: () => number
  #since: number | null = null

  constructor(watch: Pick<StandstillWatch, 'lastLongGap'>, steadyMs = () => performance.now()) {
    this.#watch = watch
    this.#steadyMs = steadyMs
  }

  /** Milliseconds still to wait; 0 when what is late may be judged. After two minutes of waiting in a row it may. */
  leftMs(): number {
    const gap = this.#watch.lastLongGap()
    const leftMs = gap === null ? 0 : lengthOf(gap.ms) - gap.agoMs
    if (leftMs <= 0) {
      this.#since = null
      return 0
    }
    this.#since ??= this.#steadyMs()
    return this.#steadyMs() - this.#since > longestInARowMs ? 0 : leftMs
  }
}

const lengthOf = (gapMs: number): number => Math.min(longestMs, Math.max(shortestMs, gapMs))
