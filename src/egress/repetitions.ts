import type { Clock } from '#kernel'

/** How many lookups repeat their queries at a time while no name server answers anything. */
export const repeatingAtOnce = 32
/** Name servers of which nothing was heard for so long are silent. */
const silentAfterMs = 3_000

/**
 * Which lookups may repeat their queries. While a name server answers anything, all of them; while none does, some, and the
 * others wait for the first answer or for their turn. The first query of a lookup needs no turn, so that the first lookup
 * after a silence ends it.
 */
export class Repetitions<Lookup extends object> {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #repeating = new Set<Lookup>()
  readonly #waiting = new Map<Lookup, () => void>()
  #answeredMs = -Infinity

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** Calls `repeat` now or later, unless the lookup leaves before. */
  enter(lookup: Lookup, repeat: () => void): void {
    const isSilent = this.#clock.monotonicMs() - this.#answeredMs > silentAfterMs
    const mayRepeat = !isSilent || this.#repeating.has(lookup) || this.#repeating.size < repeatingAtOnce
    if (!mayRepeat) return void this.#waiting.set(lookup, repeat)
    if (isSilent) this.#repeating.add(lookup)
    repeat()
  }

  /** The lookup has ended, or will not repeat its query any more. */
  leave(lookup: Lookup): void {
    this.#waiting.delete(lookup)
    if (!this.#repeating.delete(lookup)) return
    const [next] = this.#waiting
    if (next === undefined) return
    const [other, repeat] = next
    this.#waiting.delete(other)
    this.enter(other, repeat)
  }

  /** A name server has answered something. */
  answered(): void {
    this.#answeredMs = this.#clock.monotonicMs()
    this.#repeating.clear()
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const repeat of waiting) repeat()
  }
}
