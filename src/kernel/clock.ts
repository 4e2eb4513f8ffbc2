import { uptime } from 'node:os'
import { secondMs } from './durations.ts'
import { ServiceTime } from './service-time.ts'
import { StallDetector } from './stall-detector.ts'

/** Time as an argument: code that reads the time, sleeps or sets a timer is given a clock. */
export interface Clock {
  /** Epoch milliseconds, whole. */
  now(): number
  /** Milliseconds since some moment; never goes back, and ignores settings of the machine's clock. */
  monotonicMs(): number
  /** `monotonicMs` without the time during which this process was stopped. */
  activeMs(): number
  /** Milliseconds since the machine started, those included during which it was suspended. */
  uptimeMs(): number
  /** Resolves after `ms`, or at once when `signal` is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Waits `ms` to collect a batch, or until `signal` is aborted. Never rejects. */
  gather(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `act` once, after `ms`. */
  after(ms: number, act: () => void): Timer
  /** Calls `act` every `ms`; does not keep the process alive. */
  every(ms: number, act: () => void): Timer
  /** A signal that is aborted after `ms`, with a `TimeoutError`; does not keep the process alive. */
  timeLimit(ms: number): AbortSignal
  /** A limit to hand to another process, which measures it by the machine's clock: `ms`, or 0, which is none, where only a test moves time. */
  limitForProcess(ms: number): number
}

export interface Timer {
  cancel(): void
  /** Lets the process end before the timer is due. */
  unref(): Timer
}

/** The clock of a whole service or agent, which its operator's machine, database and server may move. */
export interface ServiceClock extends Clock {
  readonly time: ServiceTime
  readonly standstill: StallDetector
}

/** The clock of a process in production. Each service and each agent has a separate one. */
export class SystemClock implements ServiceClock {
  readonly time = new ServiceTime({ wallMs: () => Date.now(), elapsedMs: () => performance.now() })
  readonly standstill = new StallDetector({ wall: () => Date.now(), steady: () => performance.now() })

  now(): number {
    return this.time.now()
  }

  monotonicMs(): number {
    return performance.now()
  }

  activeMs(): number {
    return this.standstill.activeNow()
  }

  uptimeMs(): number {
    return uptime() * secondMs
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepWith(this, ms, signal)
  }

  gather(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepWith(this, ms, signal)
  }

  after(ms: number, act: () => void): Timer {
    return new SystemTimer(setTimeout(act, ms))
  }

  every(ms: number, act: () => void): Timer {
    return new SystemTimer(setInterval(act, ms).unref())
  }

  timeLimit(ms: number): AbortSignal {
    return AbortSignal.timeout(ms)
  }

  limitForProcess(ms: number): number {
    return ms
  }
}

class SystemTimer implements Timer {
  readonly #timer: NodeJS.Timeout

  constructor(timer: NodeJS.Timeout) {
    this.#timer = timer
  }

  cancel(): void {
    clearTimeout(this.#timer)
  }

  unref(): this {
    this.#timer.unref()
    return this
  }
}

function sleepWith(clock: Pick<Clock, 'after'>, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const finish = (): void => {
      timer.cancel()
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = clock.after(ms, finish)
    signal?.addEventListener('abort', finish, { once: true })
  })
}

class Due implements Timer {
  at: number
  readonly act: () => void
  readonly #waiting: Set<Due>

  constructor(waiting: Set<Due>, at: number, act: () => void) {
    this.at = at
    this.act = act
    this.#waiting = waiting
    waiting.add(this)
  }

  cancel(): void {
    this.#waiting.delete(this)
  }

  unref(): this {
    return this
  }
}

/** A clock that only moves when `advance` is called. Waiting callbacks run in the order of their times. */
export class TestClock implements ServiceClock {
  readonly time: ServiceTime
  /** Time that moves in steps is not a stall. */
  readonly standstill = new StallDetector({ wall: () => 0, steady: () => 0 })
  #wallMs: number
  #monotonicMs = 0
  #waiting = new Set<Due>()

  constructor(start: string | number = '2026-01-01T00:00:00.000Z') {
    this.#wallMs = typeof start === 'number' ? start : Date.parse(start)
    this.time = new ServiceTime({ wallMs: () => this.#wallMs, elapsedMs: () => this.#monotonicMs })
  }

  now(): number {
    return this.time.now()
  }

  monotonicMs(): number {
    return this.#monotonicMs
  }

  activeMs(): number {
    return this.#monotonicMs
  }

  uptimeMs(): number {
    return this.#monotonicMs
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepWith(this, ms, signal)
  }

  /** Takes no time: everything due at one time is collected in the next turn of the event loop. */
  gather(): Promise<void> {
    return sleepWith(this, 0, undefined)
  }

  after(ms: number, act: () => void): Timer {
    const due = new Due(this.#waiting, this.#monotonicMs + ms, () => {
      due.cancel()
      act()
    })
    // A wait of zero does not need time to pass.
    if (ms <= 0) setImmediate(() => this.#waiting.has(due) && due.act())
    return due
  }

  every(ms: number, act: () => void): Timer {
    const due = new Due(this.#waiting, this.#monotonicMs + ms, () => {
      due.at = this.#monotonicMs + ms
      act()
    })
    return due
  }

  timeLimit(ms: number): AbortSignal {
    const limit = new AbortController()
    this.after(ms, () => limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')))
    return limit.signal
  }

  limitForProcess(): number {
    return 0
  }

  /** Milliseconds until the next is due; infinite when nothing waits. */
  nextInMs(): number {
    return Math.min(...[...this.#waiting].map(({ at }) => at)) - this.#monotonicMs
  }

  /** Sets the clock of the machine by `ms`, which may be negative; time goes on beside it. */
  turn(ms: number): void {
    this.#wallMs += ms
  }

  /**
   * Moves time by `ms`, which may be negative, and does all that is due. It returns whole milliseconds, as real clocks
   * do: stored times have no finer resolution.
   */
  advance(ms: number): void {
    this.#wallMs += Math.round(ms)
    this.#monotonicMs += Math.max(0, Math.round(ms))
    if (ms < 0) this.time.startAt(this.#wallMs)
    const due = [...this.#waiting].filter(({ at }) => at <= this.#monotonicMs).toSorted((a, b) => a.at - b.at)
    // A callback that another one cancelled does not run.
    for (const each of due) if (this.#waiting.has(each)) each.act()
  }
}
