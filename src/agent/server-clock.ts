import type { ServiceTime } from '#kernel'

/** Four readings of one exchange, in epoch milliseconds: by the agent, twice by the server, by the agent. */
export interface ExchangeTimes {
  readonly sentAt: number
  readonly receivedAt: number
  readonly answeredAt: number
  readonly arrivedAt: number
}

/** How far the server's clock is ahead of the agent's, in milliseconds, and by how much that may be wrong (RFC 5905, section 8). */
export function clockOffset({ sentAt, receivedAt, answeredAt, arrivedAt }: ExchangeTimes): {
  readonly offsetMs: number
  readonly errorMs: number
} {
  const offsetMs = (receivedAt - sentAt + (answeredAt - arrivedAt)) / 2
  const errorMs = Math.max(0, arrivedAt - sentAt - (answeredAt - receivedAt)) / 2
  return { offsetMs, errorMs }
}

/** Smaller differences are left to the time service of the machine. */
const toleratedMs = 1_000

/** Keeps the time of this process at that of the server. */
export class ServerClock {
  readonly #time: ServiceTime
  readonly #isIdle: () => boolean
  #offsetMs = 0

  /** `isIdle`: no run is under way, so that time may go back. */
  constructor(time: ServiceTime, isIdle: () => boolean) {
    this.#time = time
    this.#isIdle = isIdle
  }

  /** How far the server was ahead of the clock of this machine in the last exchange, in milliseconds. */
  get offsetMs(): number {
    return Math.round(this.#offsetMs)
  }

  /** Learns of one exchange, whose own times are those of this process. */
  learn(times: ExchangeTimes): void {
    const { offsetMs, errorMs } = clockOffset(times)
    this.#offsetMs = offsetMs + this.#time.aheadMs
    if (Math.abs(offsetMs) <= toleratedMs + errorMs) return
    const target = this.#time.now() + Math.round(offsetMs)
    if (offsetMs > 0) this.#time.advanceTo(target)
    else if (this.#isIdle()) this.#time.startAt(target)
  }
}
