import { viewOf } from '../bytes/view-of.ts'

/** A row of `account_quarters`, or of the statement that packs results the same way. Numbers are in network order. */
export interface AccountQuarterRow {
  readonly startMs: number
  /** Ids of 16 bytes, in order. Null when they are those of the row before. */
  readonly checks: Buffer | null
  /** Two int4 for each check: its results and how many of them failed. */
  readonly counts: Buffer
  /**
   * The main metric of each result: thousandths as int4, `noThousandths` when it measured none, or float8 and NaN. The
   * length of all of them says which.
   */
  readonly measured: Buffer
  /** Int4 for each result: milliseconds since the stretch began. Failed ones have `failedMoment` more. Null when not asked for. */
  readonly moments: Buffer | null
}

/** More milliseconds than a stretch can have. */
export const failedMoment = 2 ** 30
/** Stands for null among thousandths. */
export const noThousandths = -(2 ** 31)

/** The final results of all checks of an account in a stretch of time, check after check, counted through from 0. */
export class AccountQuarter {
  readonly startMs: number
  readonly checks: Buffer | null
  readonly #counts: DataView
  readonly #measured: DataView
  readonly #moments: DataView | null
  readonly #areThousandths: boolean

  constructor({ startMs, checks, counts, measured, moments }: AccountQuarterRow) {
    this.startMs = startMs
    this.checks = checks
    this.#counts = viewOf(counts)
    this.#measured = viewOf(measured)
    this.#moments = moments && viewOf(moments)
    this.#areThousandths = measured.length === 4 * sizeOf(this.#counts)
  }

  get hasMoments(): boolean {
    return this.#moments !== null
  }

  /** How many results a check has; checks are counted from 0. */
  resultsOf(check: number): number {
    return this.#counts.getInt32(8 * check)
  }

  failuresOf(check: number): number {
    return this.#counts.getInt32(8 * check + 4)
  }

  /** The main metric of a result; NaN where nothing was measured. */
  valueOf(result: number): number {
    if (!this.#areThousandths) return this.#measured.getFloat64(8 * result)
    const thousandths = this.#measured.getInt32(4 * result)
    return thousandths === noThousandths ? Number.NaN : thousandths / 1000
  }

  /** Copies the main metric of results that measured it from an index on, and answers the index behind the last. */
  copyValues(from: number, to: number, into: Float64Array, firstIndex: number): number {
    const measured = this.#measured
    let index = firstIndex
    if (this.#areThousandths)
      for (let result = from; result < to; result += 1) {
        const thousandths = measured.getInt32(4 * result)
        if (thousandths !== noThousandths) into[index++] = thousandths / 1000
      }
    else
      for (let result = from; result < to; result += 1) {
        const value = measured.getFloat64(8 * result)
        if (!Number.isNaN(value)) into[index++] = value
      }
    return index
  }

  /** When a result was stored, in epoch milliseconds; NaN without moments. */
  storedAtMs(result: number): number {
    return this.startMs + (this.#momentOf(result) % failedMoment)
  }

  isFailed(result: number): boolean {
    return this.#momentOf(result) >= failedMoment
  }

  #momentOf(result: number): number {
    return this.#moments?.getInt32(4 * result) ?? Number.NaN
  }
}

/** How many results all checks have together. */
function sizeOf(counts: DataView): number {
  let size = 0
  for (let offset = 0; offset < counts.byteLength; offset += 8) size += counts.getInt32(offset)
  return size
}
