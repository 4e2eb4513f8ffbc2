import { FairQueue } from '#kernel'

const atOnceMax = 4
const perKeyMax = 1

interface Visit {
  readonly group: string
  readonly begin: () => void
  state: 'waiting' | 'inside' | 'over'
}

/**
 * Lets few large bodies in at a time, those of each key in turn, so that neither the memory nor the time of the process
 * goes to whoever sends many. A body that waits is not read.
 */
export class LargeBodies {
  readonly #queue = new FairQueue<Visit>()
  readonly #inside = new Map<string, number>()
  #count = 0

  /** Calls `begin` when a body of the group may be read. The answer ends the visit, whether it has begun or not. */
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
    // In a later turn: between two large bodies everything else goes on.
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
