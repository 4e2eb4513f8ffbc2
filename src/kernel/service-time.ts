/** The two clocks of a machine that `ServiceTime` compares. */
export interface TimeReadings {
  /** Epoch milliseconds as the machine has them now; may be set to anything at any moment. */
  wallMs(): number
  /** Milliseconds since some moment; never goes back and knows nothing of settings of the clock. */
  elapsedMs(): number
}

/** A moment at which the machine's clock did not move by the elapsed time. */
export interface ClockJump {
  /** The time of the service when it was noticed, in epoch milliseconds. */
  readonly at: number
  /** Negative when the clock went back. */
  readonly byMs: number
}

/** Smaller jumps are the ordinary corrections of a time service, and are followed. */
export const jumpLimitMs = 1_000
/** The share of the passing time by which a time that is ahead comes back to the clock. */
const approachShare = 0.1
/** Both clocks cannot be read in one instant; a process that was interrupted between them reads them again. */
const readTogetherMs = 5
const readTries = 5

/**
 * The time of the service: the machine's clock as long as it agrees with the elapsed time, otherwise the elapsed
 * time. It never goes back. Callers with better knowledge (the database, other processes) may move it forward with
 * `advanceTo`, or let it come back to the clock slowly with `mayApproach`.
 */
export class ServiceTime {
  mayApproach = false
  readonly #readings: TimeReadings
  #wallMs: number
  #elapsedMs: number
  #aheadMs = 0
  #latest: number
  #jump: ClockJump | null = null
  #jumpElapsedMs = 0

  constructor(readings: TimeReadings) {
    this.#readings = readings
    const { wallMs, elapsedMs } = this.#read()
    this.#wallMs = wallMs
    this.#elapsedMs = elapsedMs
    this.#latest = wallMs
  }

  /** Epoch milliseconds, whole. Never less than it answered before. */
  now(): number {
    const { wallMs, elapsedMs } = this.#read()
    const passedMs = Math.max(0, elapsedMs - this.#elapsedMs)
    const jumpedMs = wallMs - this.#wallMs - passedMs
    this.#wallMs = wallMs
    this.#elapsedMs = elapsedMs
    if (Math.abs(jumpedMs) > jumpLimitMs) this.#hold(jumpedMs)
    else this.#approach(passedMs)
    this.#latest = Math.max(this.#latest, Math.floor(wallMs + this.#aheadMs))
    return this.#latest
  }

  /** The machine's clock in epoch milliseconds, correct or not. */
  wallMs(): number {
    return this.#readings.wallMs()
  }

  /** How far the time of the service is ahead of the machine's clock; negative when it is behind. */
  get aheadMs(): number {
    return Math.round(this.#aheadMs)
  }

  get lastJump(): ClockJump | null {
    return this.#jump
  }

  /** How long the machine's clock has agreed with the time that passes; infinite when it always did. */
  get steadyMs(): number {
    return this.#jump === null ? Number.POSITIVE_INFINITY : this.#elapsedMs - this.#jumpElapsedMs
  }

  /** Moves the time forward; a moment that has passed changes nothing. */
  advanceTo(ms: number): void {
    if (ms > this.now()) this.startAt(ms)
  }

  /** Sets the time, back as well. Only before anybody has read it. */
  startAt(ms: number): void {
    this.#latest = ms
    this.#aheadMs = ms - this.#wallMs
  }

  #hold(jumpedMs: number): void {
    this.#aheadMs -= jumpedMs
    // Whether the clock is right after its jump is not known yet.
    this.mayApproach = false
    this.#jump = { at: this.#latest, byMs: Math.round(jumpedMs) }
    this.#jumpElapsedMs = this.#elapsedMs
  }

  #approach(passedMs: number): void {
    const isNear = Math.abs(this.#aheadMs) < jumpLimitMs
    if (this.#aheadMs < 0 && isNear) this.#aheadMs = 0
    if (this.#aheadMs > 0 && (isNear || this.mayApproach))
      this.#aheadMs = Math.max(0, this.#aheadMs - passedMs * approachShare)
  }

  #read(): { wallMs: number; elapsedMs: number } {
    for (let left = readTries; ; left -= 1) {
      const elapsedMs = this.#readings.elapsedMs()
      const wallMs = this.#readings.wallMs()
      const isTogether = this.#readings.elapsedMs() - elapsedMs < readTogetherMs
      if (isTogether || left <= 1) return { wallMs, elapsedMs }
    }
  }
}
