const firstRoom = 64

/** How many values lie in each bin; bins that are used lie close together. */
export class Bins {
  #first = 0
  #counts = new Float64Array(0)

  add(bin: number, count: number): void {
    let place = bin - this.#first
    if (place < 0 || place >= this.#counts.length) {
      this.#reach(bin)
      place = bin - this.#first
    }
    this.#counts[place] = (this.#counts[place] ?? 0) + count
  }

  addAll(other: Bins): void {
    other.each((bin, count) => this.add(bin, count))
  }

  /** Tells bins in use with their counts, the smallest first. */
  each(tell: (bin: number, count: number) => void): void {
    for (let place = 0; place < this.#counts.length; place += 1) {
      const count = this.#counts[place] ?? 0
      if (count > 0) tell(this.#first + place, count)
    }
  }

  /** Doubles its room, so that bins told in order seldom move it. */
  #reach(bin: number): void {
    const { length } = this.#counts
    const room = Math.max(firstRoom, length)
    const first = length === 0 ? bin : Math.min(this.#first, bin < this.#first ? bin - room : bin)
    const end = length === 0 ? bin + room : Math.max(this.#first + length, bin < this.#first ? bin : bin + room)
    const counts = new Float64Array(end - first)
    if (length > 0) counts.set(this.#counts, this.#first - first)
    this.#first = first
    this.#counts = counts
  }
}
