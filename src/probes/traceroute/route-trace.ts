import type { RouteHop, RouteLatency, TruncationReason } from '#contract'
import type { Deadline } from '#egress'
import { HopRecord, hopOf, statisticsOf } from './route-hops.ts'
import type { RouteProber, RouteReply, SendError } from './route-prober.ts'

export interface RouteLimits {
  readonly maxHops: number
  /** Hops in a row that do not answer. */
  readonly maxUnknownHops: number
  readonly probesPerHop: number
}

/** A route as far as it was found; names are added later. */
export interface Route {
  readonly hops: readonly RouteHop[]
  readonly truncationReason: TruncationReason
  readonly latency: RouteLatency | null
  /** Who said that no way leads on, with type and code of the ICMP message. */
  readonly unreachable: { readonly address: string; readonly icmp: string } | null
}

interface Flight {
  readonly hop: number
  readonly sentAt: number
  readonly cancel: () => void
}

/** Between two probes: routers limit how many errors they send, and the target need not see a burst. */
const paceMs = 10
const busyPauseMs = 20
const maxInFlight = 48
/** How long a probe may be under way. Once the target has answered, slower ones are lost. */
const waitMs = 2000
const minWaitAfterArrivalMs = 400
const busyCodes = ['EAGAIN', 'ENOBUFS', 'EMFILE', 'ENFILE']

/**
 * Finds a route by probes with growing times to live, all in flight at the same time, 10 ms apart; first one for each
 * hop, then the others for their statistics. Ends early with an error of the system when the first probe cannot be sent.
 * Never rejects.
 */
export const traceRoute = (
  prober: RouteProber,
  limits: RouteLimits,
  deadline: Deadline,
): Promise<Route | SendError | null> =>
  new Promise((settle) => new RouteTrace(prober, limits, deadline, settle).start())

class RouteTrace {
  readonly #prober: RouteProber
  readonly #limits: RouteLimits
  readonly #deadline: Deadline
  readonly #settle: (route: Route | SendError | null) => void
  readonly #hops: HopRecord[] = []
  readonly #flights = new Set<Flight>()
  /** How many hops each round has probed. */
  readonly #probed: number[]
  #lastKnown = 0
  #end: { readonly hop: number; readonly reply: RouteReply } | null = null
  #longestRtt = 0
  #timer: NodeJS.Timeout | undefined
  #isOver = false
  #stopListening = (): void => {}

  constructor(
    prober: RouteProber,
    limits: RouteLimits,
    deadline: Deadline,
    settle: (route: Route | SendError | null) => void,
  ) {
    this.#prober = prober
    this.#limits = limits
    this.#deadline = deadline
    this.#settle = settle
    this.#probed = Array.from({ length: limits.probesPerHop }, () => 0)
  }

  start(): void {
    this.#stopListening = this.#deadline.onExpire((why) => {
      if (why.code === 'ECANCELED') this.#conclude(null)
      else this.#finish('timeout')
    })
    if (!this.#isOver) this.#step()
  }

  readonly #step = (): void => {
    if (this.#isOver) return
    clearTimeout(this.#timer)
    this.#dropLate()
    const round = this.#flights.size < maxInFlight ? this.#nextRound() : -1
    if (round >= 0) this.#timer = setTimeout(this.#step, this.#sendIn(round))
    else if (this.#flights.size === 0) this.#finish(null)
    else this.#timer = setTimeout(this.#step, this.#untilNextLate())
  }

  /** The last hop worth a probe, by what is known so far. */
  #reach(): number {
    const { maxHops, maxUnknownHops } = this.#limits
    return this.#end?.hop ?? Math.min(maxHops, this.#lastKnown + maxUnknownHops)
  }

  #nextRound(): number {
    const [first = 0] = this.#probed
    const reach = this.#reach()
    return this.#probed.findIndex((probed, round) => probed < (round === 0 ? reach : Math.min(first, reach)))
  }

  /** Returns after how many milliseconds to go on. */
  #sendIn(round: number): number {
    const hop = (this.#probed[round] ?? 0) + 1
    const record = (this.#hops[hop - 1] ??= new HopRecord())
    const flown: { flight: Flight | null } = { flight: null }
    const sent = this.#prober.send(hop, (reply) => {
      if (flown.flight) this.#receive(flown.flight, reply)
    })
    if ('code' in sent) return this.#failToSend(sent, round)
    flown.flight = { hop, sentAt: performance.now(), cancel: sent.cancel }
    this.#flights.add(flown.flight)
    this.#probed[round] = hop
    record.sent += 1
    return paceMs
  }

  #failToSend(error: SendError, round: number): number {
    if (busyCodes.includes(error.code)) return busyPauseMs
    const isFirst = this.#hops.every(({ sent }) => sent === 0)
    if (isFirst) this.#conclude(error)
    else this.#probed[round] = (this.#probed[round] ?? 0) + 1
    return paceMs
  }

  #receive(flight: Flight, reply: RouteReply): void {
    if (this.#isOver || !this.#flights.delete(flight)) return
    flight.cancel()
    const { hop } = flight
    this.#hops[hop - 1]?.note(reply.address, reply.rtt)
    this.#longestRtt = Math.max(this.#longestRtt, reply.rtt)
    if (reply.kind === 'hop') this.#lastKnown = Math.max(this.#lastKnown, hop)
    else this.#endAt(hop, reply)
    if (this.#nextRound() < 0 && this.#flights.size === 0) this.#finish(null)
  }

  /** The nearest end counts; an arrival counts more than an error at the same distance. */
  #endAt(hop: number, reply: RouteReply): void {
    const before = this.#end
    if (before && (hop > before.hop || (hop === before.hop && before.reply.kind === 'arrived'))) return
    this.#end = { hop, reply }
    for (const flight of this.#flights) if (flight.hop > hop) this.#drop(flight)
  }

  #drop(flight: Flight): void {
    this.#flights.delete(flight)
    flight.cancel()
  }

  #patience(): number {
    return this.#end ? Math.min(waitMs, Math.max(minWaitAfterArrivalMs, 3 * this.#longestRtt)) : waitMs
  }

  #dropLate(): void {
    const limit = performance.now() - this.#patience()
    for (const flight of this.#flights) if (flight.sentAt <= limit) this.#drop(flight)
  }

  #untilNextLate(): number {
    const oldest = Math.min(...[...this.#flights].map(({ sentAt }) => sentAt))
    return Math.min(50, Math.max(1, oldest + this.#patience() - performance.now()))
  }

  #finish(cut: 'timeout' | null): void {
    this.#forgetUnansweredYet(cut)
    const last = this.#end?.hop ?? this.#lastShown(cut)
    const hops = this.#hops.slice(0, last).map((record, index) => hopOf(index + 1, record))
    const truncationReason = this.#reason(cut)
    const latency = truncationReason === 'destinationReached' ? statisticsOf(this.#hops[last - 1]?.rtts ?? []) : null
    this.#conclude({ hops, truncationReason, latency, unreachable: this.#rejection() })
  }

  /** When time ran out, nothing is known of the hops behind the last that answered. */
  #lastShown(cut: 'timeout' | null): number {
    return cut ? Math.max(1, this.#lastKnown) : Math.min(this.#hops.length, this.#reach())
  }

  #rejection(): Route['unreachable'] {
    const reply = this.#end?.reply
    return reply?.kind === 'unreachable' ? { address: reply.address, icmp: reply.icmp ?? '' } : null
  }

  /** When time runs out, probes that still may be answered are not lost ones. */
  #forgetUnansweredYet(cut: 'timeout' | null): void {
    if (cut === null) return
    for (const { hop } of this.#flights) {
      const record = this.#hops[hop - 1]
      if (record && record.rtts.length > 0 && record.sent > record.rtts.length) record.sent -= 1
    }
  }

  #reason(cut: 'timeout' | null): TruncationReason {
    if (this.#end) return this.#end.reply.kind === 'arrived' ? 'destinationReached' : 'unreachable'
    if (cut) return cut
    return this.#reach() >= this.#limits.maxHops ? 'maxHops' : 'maxUnknownHops'
  }

  #conclude(outcome: Route | SendError | null): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#stopListening()
    for (const { cancel } of this.#flights) cancel()
    this.#settle(outcome)
  }
}
