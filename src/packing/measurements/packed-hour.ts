import { metricPropertyOf } from './metric-columns.ts'
import type { MetricPosition, PackedMetrics } from './metric-columns.ts'
import { PackedValues } from './packed-values.ts'
import { viewOf } from '../bytes/view-of.ts'

/** Results that are alike. The last two are how many they are and how often they were retried. */
export type Series = readonly [location: string, statusCode: number, outcome: string, size: number, retries: number]

/** A row of `check_hours`, or of the statement that packs results the same way. */
export type PackedHourRow = PackedMetrics & {
  readonly accountId: string
  readonly checkId: string
  /** Epoch milliseconds. */
  readonly startMs: number
  readonly series: readonly Series[]
  /** Milliseconds since the hour, int4 in network order, one for each result. */
  readonly at: Buffer
  /** Int2 in network order, one for each result. */
  readonly retries: Buffer
}

/** The final results of a check in one hour, series after series. Results are counted through from 0. */
export class PackedHour {
  /** Epoch milliseconds. */
  readonly startMs: number
  readonly #row: PackedHourRow
  readonly #at: DataView
  readonly #retries: DataView
  readonly #values: (PackedValues | null | undefined)[] = []

  constructor(row: PackedHourRow) {
    this.startMs = row.startMs
    this.#row = row
    this.#at = viewOf(row.at)
    this.#retries = viewOf(row.retries)
  }

  get accountId(): string {
    return this.#row.accountId
  }

  get checkId(): string {
    return this.#row.checkId
  }

  get series(): readonly Series[] {
    return this.#row.series
  }

  /** When a result was stored, in epoch milliseconds. */
  storedAtMs(index: number): number {
    return this.startMs + this.#at.getInt32(4 * index)
  }

  retriesOf(index: number): number {
    return this.#retries.getInt16(2 * index)
  }

  /** Null when no result measured the metric, or when it was not asked for. */
  valuesOf(position: MetricPosition): PackedValues | null {
    const known = this.#values[position]
    if (known !== undefined) return known
    const bytes = this.#row[metricPropertyOf(position)]
    const values = bytes ? new PackedValues(bytes) : null
    this.#values[position] = values
    return values
  }
}
