import { metricPropertyOf } from '#packing'
import type { MetricPosition, PackedMetrics, Series } from '#packing'
import { piecesOf } from './spans.ts'
import type { Pieces, Span } from './spans.ts'
import type { Queryable, Values } from '../database/queryable.ts'

export interface RequestedMetrics {
  readonly accountId: string
  readonly checkIds: readonly string[]
  readonly positions: readonly MetricPosition[]
}

/** Results that are alike, of one hour or day, with the indexes of the spans around it. */
export type SeriesInSpans = readonly [series: Series, spanIndexes: readonly number[]]

type JoinedRow = PackedMetrics & {
  readonly checkId: string
  /** JSON. */
  readonly pieces: string
  readonly series: string
}

/** All that is kept of a check in some spans of time, hour after hour or day after day, without the times of results. */
export class JoinedMetrics {
  readonly checkId: string
  readonly #row: JoinedRow
  readonly #spanIndexes: Pieces['spanIndexes']

  constructor(row: JoinedRow, spanIndexes: Pieces['spanIndexes']) {
    this.checkId = row.checkId
    this.#row = row
    this.#spanIndexes = spanIndexes
  }

  /** Packed values or distributions of a metric, one after the other; undefined when it was not asked for. */
  bytesOf(position: MetricPosition): Buffer | undefined {
    return this.#row[metricPropertyOf(position)] ?? undefined
  }

  /** Reads the series in the order of the values; one check at a time, because all of them together are much. */
  series(): SeriesInSpans[] {
    const pieces: readonly number[] = JSON.parse(this.#row.pieces)
    const all: readonly (readonly Series[])[] = JSON.parse(this.#row.series)
    return all.flatMap((some, index) => {
      const around = this.#spanIndexes[(pieces[index] ?? 0) - 1] ?? []
      return some.map((one): SeriesInSpans => [one, around])
    })
  }
}

interface JoinStatement {
  /** Parameters: $1 account, $2 checks, $3 where pieces start, $4 which of them are asked for, $5 and $6 the time around. */
  readonly text: string
  /** Those from $7 on. */
  readonly more: Values
}

/**
 * Runs a statement that answers everything of a check as one row: a row for each hour or day of it takes several times
 * as long.
 */
export async function joinByPieces(
  db: Queryable,
  { text, more }: JoinStatement,
  { accountId, checkIds }: RequestedMetrics,
  spans: readonly Span[],
): Promise<JoinedMetrics[]> {
  const found = await Promise.all(
    piecesOf(spans).map(async ({ starts, spanIndexes, fromMs, toMs }) => {
      const isRequested = spanIndexes.map((some) => some.length > 0)
      const values = [accountId, checkIds, starts, isRequested, new Date(fromMs), new Date(toMs)]
      const rows = await db.rows<JoinedRow>(text, [...values, ...more])
      return rows.map((row) => new JoinedMetrics(row, spanIndexes))
    }),
  )
  return found.flat()
}
