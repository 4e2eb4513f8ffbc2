import { minuteMs, secondMs } from '#kernel'
import type { Clock } from '#kernel'
import { nameOfAnchor } from './anchor.ts'
import type { Anchor } from './anchor.ts'
import type { AskAnchor } from './ask-anchor.ts'
import type { IsNear } from './near-targets.ts'

export interface SightOptions {
  readonly clock: Pick<Clock, 'now' | 'monotonicMs' | 'sleep'>
  /** Read before each round: name servers and routes change. */
  readonly anchors: () => Promise<readonly Anchor[]>
  readonly ask: AskAnchor
  readonly isNear: IsNear
  /** How many anchors have to answer; all of those that count, when they are fewer. */
  readonly needed: number
}

/** A time in which a runner saw nothing. */
export interface BlindTime {
  /** Epoch milliseconds. */
  readonly since: number
  /** Null while it lasts. */
  readonly until: number | null
  /** The anchors that did not answer, in words. */
  readonly silent: readonly string[]
}

export interface SightState {
  readonly anchors: number
  /** Those that have answered since the start, and so count. */
  readonly counted: number
  /** Null: it sees. */
  readonly blindSince: number | null
  readonly silent: readonly string[]
}

interface Round {
  readonly atMs: number
  readonly answered: ReadonlySet<string>
  readonly counted: readonly Anchor[]
}

/** For runs that fail within it one round of questions is enough. */
const keptMs = 5 * secondMs
/** How often a blind runner asks again. */
const againMs = 10 * secondMs
/** Until then an anchor counts that has not answered yet: a machine often starts before its network. */
const startMs = 2 * minuteMs

/**
 * Whether a runner can see anything: it asks its anchors when a run fails without any answer, and now and then while it is
 * blind, never otherwise but once when it starts. An anchor that has never answered does not count, so that a closed network whose gateway
 * answers nobody makes no runner blind.
 */
export class Sight {
  readonly #options: SightOptions
  readonly #startedMs: number
  readonly #known = new Set<string>()
  #round: Round | null = null
  #asking: Promise<Round> | null = null
  #blind: BlindTime | null = null
  /** The last one that is over. */
  #last: BlindTime | null = null
  #anchors = 0
  #isTelling = false
  #wake = (): void => {}

  constructor(options: SightOptions) {
    this.#options = options
    this.#startedMs = options.clock.monotonicMs()
  }

  get state(): SightState {
    const counted = this.#round?.counted.length ?? 0
    return {
      anchors: this.#anchors,
      counted,
      blindSince: this.#blind?.since ?? null,
      silent: this.#blind?.silent ?? [],
    }
  }

  /**
   * The anchors that did not answer, in words, when a failure of this host since then says nothing because this runner was blind; null
   * when it saw. Null for a host that is reached without a gateway, and no anchor is a witness of itself. `host` is null when
   * it is not known.
   */
  async whyBlind(host: string | null, startedAt: number): Promise<readonly string[] | null> {
    const { answered, counted } = await this.#look()
    const silent = this.#blind?.silent ?? this.#silentSince(startedAt)
    if (silent === null || host === null) return silent
    if (await this.#options.isNear(host)) return null
    const others = counted.filter((anchor) => anchor.host !== host)
    return others.length === counted.length || isBlind(others, answered, this.#options.needed) ? silent : null
  }

  /** Whether it sees now, asked if it is not known, and the end of the last blind time was heard of. */
  async sees(): Promise<boolean> {
    await this.#look()
    return this.#blind === null && !this.#isTelling
  }

  /**
   * Learns which anchors answer, and then tells of each time in which this runner is blind, again and again while it
   * lasts, and of its end until that was heard.
   */
  async watch(tell: (time: BlindTime) => Promise<void>, signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#wake(), { once: true })
    await this.#look()
    while (!signal.aborted) {
      if (this.#blind === null) await new Promise<void>((resolve) => (this.#wake = resolve))
      else {
        this.#isTelling = true
        await this.#tellUntilItSees(tell, signal)
        this.#isTelling = false
      }
    }
  }

  async #tellUntilItSees(tell: (time: BlindTime) => Promise<void>, signal: AbortSignal): Promise<void> {
    let time = this.#blind
    while (time !== null && !signal.aborted) {
      const isHeard = await tell(time).then(yes, no)
      if (isHeard && time.until !== null) return
      await this.#options.clock.sleep(againMs, signal)
      await this.#look()
      time = this.#blind ?? { ...time, until: time.until ?? this.#last?.until ?? this.#options.clock.now() }
    }
  }

  #silentSince(startedAt: number): readonly string[] | null {
    const until = this.#last?.until ?? null
    return until !== null && until > startedAt ? (this.#last?.silent ?? null) : null
  }

  async #look(): Promise<Round> {
    const { clock } = this.#options
    if (this.#round !== null && clock.monotonicMs() - this.#round.atMs < keptMs) return this.#round
    this.#asking ??= this.#ask().finally(() => (this.#asking = null))
    return this.#asking
  }

  async #ask(): Promise<Round> {
    const { anchors: find, ask, clock, needed } = this.#options
    const anchors = await find().catch(() => [])
    const replies = await Promise.all(anchors.map((anchor) => ask(anchor).catch(() => false)))
    const answered = new Set(anchors.filter((_, index) => replies[index]).map(nameOfAnchor))
    for (const name of answered) this.#known.add(name)
    const isStarting = clock.monotonicMs() - this.#startedMs < startMs
    const counted = anchors.filter((anchor) => isStarting || this.#known.has(nameOfAnchor(anchor)))
    this.#anchors = anchors.length
    this.#round = { atMs: clock.monotonicMs(), answered, counted }
    this.#note(isBlind(counted, answered, needed) ? silentOf(counted, answered) : null, answered.size > 0)
    return this.#round
  }

  #note(silent: readonly string[] | null, hasAnswer: boolean): void {
    const now = this.#options.clock.now()
    if (silent !== null) this.#blind = { since: this.#blind?.since ?? now, until: null, silent }
    else if (this.#blind !== null) {
      // Where no anchor ever answered it is not known whether it was.
      this.#last = hasAnswer ? { ...this.#blind, until: now } : null
      this.#blind = null
    }
    if (silent !== null) this.#wake()
  }
}

const yes = (): boolean => true
const no = (): boolean => false

const silentOf = (anchors: readonly Anchor[], answered: ReadonlySet<string>): string[] =>
  anchors.map(nameOfAnchor).filter((name) => !answered.has(name))

/** Whether fewer of these anchors answered than have to. Without anchors nobody is blind. */
function isBlind(anchors: readonly Anchor[], answered: ReadonlySet<string>, needed: number): boolean {
  const names = anchors.map(nameOfAnchor)
  return names.filter((name) => answered.has(name)).length < Math.min(needed, names.length)
}
