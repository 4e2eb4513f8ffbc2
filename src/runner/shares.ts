/** How many runs are under way for one thing that they may wait for, and how many of those wait. */
interface Uses {
  underWay: number
  waiting: number
}

/**
 * Who takes how much of the room of waiting runs. Each may have as many runs under way as there is room left for others,
 * so that one takes half of the room, two that grow together a third each, and something is always left.
 */
export class Shares {
  readonly #uses = new Map<string, Uses>()

  enter(key: string): void {
    const uses = this.#uses.get(key)
    if (uses) uses.underWay += 1
    else this.#uses.set(key, { underWay: 1, waiting: 0 })
  }

  /** One of its runs under way has come to wait. */
  wait(key: string): void {
    const uses = this.#uses.get(key)
    if (uses) uses.waiting += 1
  }

  leave(key: string, hasWaited: boolean): void {
    const uses = this.#uses.get(key)
    if (uses === undefined) return
    uses.underWay -= 1
    if (hasWaited) uses.waiting -= 1
    if (uses.underWay === 0) this.#uses.delete(key)
  }

  /** Whether a further run will probably wait as well: most of those under way do. */
  keepsWaiting(key: string): boolean {
    const { underWay, waiting } = this.#uses.get(key) ?? { underWay: 0, waiting: 0 }
    return 2 * waiting > underWay
  }

  /** Whether it has its share, with room for so many more. What keeps nobody waiting has no limit here. */
  isUsed(key: string, left: number): boolean {
    const { underWay, waiting } = this.#uses.get(key) ?? { underWay: 0, waiting: 0 }
    return waiting > 0 && underWay >= left
  }
}
