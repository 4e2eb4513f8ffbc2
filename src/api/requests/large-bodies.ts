import { FairQueue } from '#kernel'

const atOnceMax = 4
const perKeyMax = 1

interface Visit {
  readonly group: string
  readonly begin: () => void
  state: 'waiting' | 'inside' | 'over'
}

/**
 * Admits few large bodies at a time, taking turns between keys, so that neither the memory nor the time of the process
 * goes to one client that sends many. A body that waits is not read.
 */
export class LargeBodies {
  readonly #queue = new FairQueue<Visit>()
  readonly #inside = new Map<string, number>()
  #count = 0

  /**
   * Calls `begin` when a body of the group may be read. The returned function releases the slot, whether it was taken
   * or not.
   */
  enter(group: string, begin: () => void): () => void {
    const visit: Visit = { group, begin, state: 'waiting' }
    this.#queue.add(group, visit)
    this.#admit()
    return () => this.#end(visit)
  }

  #admit(): void {
    while (this.#count < atOnceMax) {
      const next = this.#queue.take((group) => this.#insideOf(group) < perKeyMax)
      if (next === undefined) return
      next.state = 'inside'
      this.#add(next.group, 1)
      next.begin()
    }
  }

  #end(visit: Visit): void {
    const before = visit.state
    visit.state = 'over'
    if (before === 'waiting') this.#queue.delete(visit.group, visit)
    if (before !== 'inside') return
    this.#add(visit.group, -1)
    // In a later iteration of the event loop, so that other work runs between two large bodies.
    setImmediate(() => this.#admit())
  }

  #insideOf(group: string): number {
    return this.#inside.get(group) ?? 0
  }

  #add(group: string, difference: 1 | -1): void {
    this.#count += difference
    const inside = this.#insideOf(group) + difference
    if (inside === 0) this.#inside.delete(group)
    else this.#inside.set(group, inside)
  }
}
