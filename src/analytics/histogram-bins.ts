/** Most histograms of one metric fit. */
const firstRoom = 192
const roomBelow = 32
const sharedRoom = 65_536

let shared: Uint32Array = new Uint32Array(0)
let taken = 0

/** Separate memory for every histogram costs more than counting in it. */
function zeros(length: number): Uint32Array {
  if (length > firstRoom) return new Uint32Array(length)
  if (taken + length > shared.length) {
    shared = new Uint32Array(sharedRoom)
    taken = 0
  }
  taken += length
  return shared.subarray(taken - length, taken)
}

/** How many values lie in each bin; bins that are used lie close together. */
export class HistogramBins {
  #first = 0
  #counts: Uint32Array = shared.subarray(0, 0)
  /** Indexes from the first in use to the one behind the last. */
  #from = 0
  #to = 0

  add(bin: number, count: number): void {
    let index = bin - this.#first
    if (index < 0 || index >= this.#counts.length) {
      this.#reach(bin)
      index = bin - this.#first
    }
    if (this.#from === this.#to) {
      this.#from = index
      this.#to = index + 1
    } else if (index < this.#from) this.#from = index
    else if (index >= this.#to) this.#to = index + 1
    this.#counts[index] = (this.#counts[index] ?? 0) + count
  }

  addAll(other: HistogramBins): void {
    for (let index = other.#from; index < other.#to; index += 1) {
      const count = other.#counts[index] ?? 0
      if (count > 0) this.add(other.#first + index, count)
    }
  }

  /** Visits bins in use with their counts, the smallest first. */
  each(visit: (bin: number, count: number) => void): void {
    for (let index = this.#from; index < this.#to; index += 1) {
      const count = this.#counts[index] ?? 0
      if (count > 0) visit(this.#first + index, count)
    }
  }

  /** The bin of the value that so many values lie before; the largest bin when there are not that many. */
  binOfRank(rank: number): number {
    let seen = 0
    for (let index = this.#from; index < this.#to; index += 1) {
      seen += this.#counts[index] ?? 0
      if (seen > rank) return this.#first + index
    }
    return this.#first + Math.max(this.#from, this.#to - 1)
  }

  /** Doubles its room, so that bins added in order seldom move it. */
  #reach(bin: number): void {
    const { length } = this.#counts
    if (length === 0) {
      this.#first = bin - roomBelow
      this.#counts = zeros(firstRoom)
      return
    }
    const room = Math.max(firstRoom, length)
    const first = Math.min(this.#first, bin < this.#first ? bin - room : bin)
    const end = Math.max(this.#first + length, bin < this.#first ? bin : bin + room)
    const counts = zeros(end - first)
    const moved = this.#first - first
    counts.set(this.#counts, moved)
    this.#first = first
    this.#from += moved
    this.#to += moved
    this.#counts = counts
  }
}
