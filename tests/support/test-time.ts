import { testStartMs } from './service-clock.ts'
import type { ServiceTestClock } from './service-clock.ts'
import { awaited } from './waiting.ts'

/** Processes of a service record the time more often than this; a longer step would count as an absence of all. */
const stepMs = 5_000
/** What waits no longer than this gathers what happens together; it is done at once. */
const gatherMs = 100
const maxGathers = 100

/** A program that runs in the process of a test. */
export interface Running {
  readonly clock: ServiceTestClock
  /** How much has begun since its start. */
  begun(): number
  /** Resolves when nothing is left to do at the present time. */
  settled(): Promise<void>
}

/** The time of a test, its database and the programs in it. It moves only on request. */
export class TestTime {
  /** How far the clock of the database is ahead. */
  databaseAheadMs = 0
  #nowMs: number
  /** Each with what resolves when it leaves. */
  readonly #running = new Map<Running, Promise<void>>()

  /** `startMs`: epoch milliseconds. */
  constructor(startMs = testStartMs) {
    this.#nowMs = startMs
  }

  now(): number {
    return this.#nowMs
  }

  databaseMs(): number {
    return this.#nowMs + this.databaseAheadMs
  }

  /** From now on the program lives in this time, until the returned function is called. */
  join(program: Running): () => void {
    const { promise: left, resolve } = Promise.withResolvers<void>()
    this.#running.set(program, left)
    return () => {
      this.#running.delete(program)
      resolve()
    }
  }

  /** Moves time forward, in steps that running services make, when nothing is left to do, and then until nothing is again. */
  async advance(ms: number): Promise<void> {
    // What was begun before takes no time.
    await this.#untilNothingBegins()
    const untilMs = this.#nowMs + ms
    while (this.#nowMs < untilMs) {
      this.leap(Math.min(stepMs, untilMs - this.#nowMs))
      await this.settled()
    }
  }

  /** Resolves when nothing is left to do now. */
  async settled(): Promise<void> {
    using _waiting = awaited('all that runs to come to rest')
    for (let gathers = 0; gathers < maxGathers; gathers += 1) {
      await this.#untilNothingBegins()
      const inMs = Math.min(...[...this.#running.keys()].map(({ clock }) => clock.nextInMs()))
      if (inMs > gatherMs) return
      this.leap(Math.max(0, Math.ceil(inMs)))
    }
    throw new Error('Something begins again and again.')
  }

  /** Moves time in one step, without waiting. */
  leap(ms: number): void {
    this.#nowMs += ms
    for (const { clock } of this.#running.keys()) clock.advance(ms)
  }

  /** What one program does may be work for another. */
  async #untilNothingBegins(): Promise<void> {
    const begun = (): number => [...this.#running.keys()].reduce((sum, program) => sum + program.begun(), 0)
    for (;;) {
      const [programs, before] = [[...this.#running], begun()]
      for (const [program, left] of programs) await Promise.race([program.settled(), left])
      const isSame = programs.length === this.#running.size && programs.every(([each]) => this.#running.has(each))
      if (isSame && (programs.length === 1 || begun() === before)) return
    }
  }
}
