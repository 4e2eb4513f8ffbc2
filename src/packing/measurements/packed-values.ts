import { viewOf } from '../bytes/view-of.ts'

/** The values of one metric, one for each result: float64 in network order, NaN where a result did not measure it. */
export class PackedValues {
  readonly #view: DataView

  constructor(bytes: Buffer) {
    this.#view = viewOf(bytes)
  }

  /** The value of one result; NaN for null. */
  at(index: number): number {
    return this.#view.getFloat64(8 * index)
  }

  /** The values of results that lie together, without those that measured nothing. */
  between(from: number, to: number): Float64Array {
    const view = this.#view
    const values = new Float64Array(to - from)
    let size = 0
    for (let index = from; index < to; index += 1) {
      const value = view.getFloat64(8 * index)
      if (!Number.isNaN(value)) {
        values[size] = value
        size += 1
      }
    }
    return values.subarray(0, size)
  }

  /** The same of several runs of results, in one piece. */
  ofRuns(runs: readonly { readonly from: number; readonly to: number }[]): Float64Array {
    let room = 0
    for (const { from, to } of runs) room += to - from
    const view = this.#view
    const values = new Float64Array(room)
    let size = 0
    for (const { from, to } of runs)
      for (let index = from; index < to; index += 1) {
        const value = view.getFloat64(8 * index)
        if (!Number.isNaN(value)) values[size++] = value
      }
    return size === room ? values : values.subarray(0, size)
  }

  /** The values of some results, without those that measured nothing. */
  of(indexes: readonly number[]): Float64Array {
    const view = this.#view
    const values = new Float64Array(indexes.length)
    let size = 0
    for (const index of indexes) {
      const value = view.getFloat64(8 * index)
      if (!Number.isNaN(value)) {
        values[size] = value
        size += 1
      }
    }
    return values.subarray(0, size)
  }
}
