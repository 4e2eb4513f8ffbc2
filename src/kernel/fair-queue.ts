/**
 * A queue of waiting items, by groups. Groups are served in turn, and each of them in order of arrival: a group with
 * many waiting items delays the others by one item at a time.
 */
export class FairQueue<T extends object> {
  /** In the order of their turns; none is empty. */
  readonly #groups = new Map<string, Set<T>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(group: string, item: T): void {
    const items = this.#groups.get(group)
    if (items) items.add(item)
    else this.#groups.set(group, new Set([item]))
    this.#size += 1
  }

  delete(group: string, item: T): void {
    const items = this.#groups.get(group)
    if (!items?.delete(item)) return
    this.#size -= 1
    if (items.size === 0) this.#groups.delete(group)
  }

  /** Removes and returns the next item, of the groups that `mayGo`. */
  take(mayGo: (group: string) => boolean = () => true): T | undefined {
    for (const [group, items] of this.#groups) {
      const [next] = items
      if (next === undefined || !mayGo(group)) continue
      this.delete(group, next)
      if (this.#groups.delete(group)) this.#groups.set(group, items)
      return next
    }
    return undefined
  }

  /** Removes and returns the newest item of the largest group. */
  takeLastOfLargest(): T | undefined {
    const [most] = [...this.#groups].toSorted(([, one], [, other]) => other.size - one.size)
    const last = most && [...most[1]].at(-1)
    if (last) this.delete(most[0], last)
    return last
  }
}
