import { dayMs, StallDetector, TestClock } from '#kernel'
import type { Timer } from '#kernel'

/** When tests of services begin, in epoch milliseconds. */
export const testStartMs = Date.parse('2026-03-01T12:00:00.000Z')
/** Longer than anything waits. */
const foreverMs = 400 * dayMs

/** A process that stands still only when a test says so; nothing asks every 20 ms. */
class StallOnDemand extends StallDetector {
  readonly #stopped: { ms: number }

  constructor() {
    const stopped = { ms: 0 }
    super({ steady: () => stopped.ms, wall: () => stopped.ms })
    this.#stopped = stopped
  }

  override async run(): Promise<void> {}

  /** The process was stopped for `ms`. */
  stall(ms: number): void {
    this.tick()
    this.#stopped.ms += ms
    this.tick()
  }
}

/** The clock of a service in the process of a test. It moves only with `advance`. */
export class ServiceTestClock extends TestClock {
  override readonly standstill = new StallOnDemand()
  #turnedMs: number
  #isEnded = false

  /** `turnedMs`: how far the clock of the machine is ahead when the process starts. */
  constructor(startMs: number, turnedMs = 0) {
    super(startMs + turnedMs)
    this.#turnedMs = turnedMs
  }

  /** How far the clock of the machine is ahead. */
  get turnedMs(): number {
    return this.#turnedMs
  }

  override turn(ms: number): void {
    this.#turnedMs += ms
    super.turn(ms)
  }

  override activeMs(): number {
    return this.monotonicMs() - this.standstill.lostMs
  }

  override after(ms: number, act: () => void): Timer {
    return super.after(this.#isEnded ? 0 : ms, act)
  }

  /** Nothing waits for a time any more, now and later: what is left of a process that was killed comes to its end. */
  end(): void {
    this.#isEnded = true
    this.advance(foreverMs)
  }
}
