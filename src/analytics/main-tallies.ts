import { failedMoment, noThousandths } from '#storage'
import type { AccountDayRow, AccountResultsRow, Span } from '#storage'
import { figuresOfDay, idBytes } from './account-days.ts'
import { Tally } from './tally.ts'
import { DayReader } from './day-encoding.ts'
import type { CheckTally } from './day-encoding.ts'

/** How often a check ran, and what its main metric was. */
export interface MainFigure {
  readonly results: number
  readonly failures: number
  /** How many results measured it; nothing else means anything when none did. */
  readonly size: number
  readonly total: number
  readonly p95: number
  readonly p99: number
}

/** Figures of a check in the span of a place; undefined where it has no results. */
export type FigureOf = (checkId: string, place: number) => MainFigure | undefined

function figureOf({ results, failures, tally }: CheckTally): MainFigure {
  const { size, total } = tally
  const [p95 = 0, p99 = 0] = size === 0 ? [] : tally.percentilesAt(mainShares)
  return { results, failures, size, total, p95, p99 }
}

const mainShares = [0.95, 0.99]

type Cells<T> = readonly (T | undefined)[][]
/** Where the checks of a row stand among those asked for. */
type Places = readonly (number | undefined)[]
export type PlacedRow<Row> = readonly [row: Row, places: Places]
type Results = PlacedRow<AccountResultsRow>
type Day = PlacedRow<AccountDayRow>

interface WholeDay {
  readonly figures: DataView
  /** Where each check asked for stands in it; -1 for nowhere. */
  readonly indexes: Int32Array
}

/** Adds up what the rows of an account tell of the checks asked for. */
export class MainTallies {
  readonly #checkIds: readonly string[]
  /** By the sixteen bytes of ids. */
  readonly #placeOf: ReadonlyMap<string, number>
  /** Check after check, by the places of spans. */
  readonly #tallies: Cells<CheckTally>
  /** Days that are a span of their own, by its place. They are read when they are asked for: a report by day has thousands of figures. */
  readonly #days = new Map<number, WholeDay>()
  /** Results that are not counted yet, by the place of their span. */
  readonly #rows = new Map<number, Results[]>()

  constructor(checkIds: readonly string[]) {
    this.#checkIds = checkIds
    this.#placeOf = new Map(checkIds.map((id, place) => [textOf(Buffer.from(id.replaceAll('-', ''), 'hex')), place]))
    this.#tallies = checkIds.map(() => [])
  }

  /** Everything that was added up; nothing is added after. */
  figures(): FigureOf {
    for (const [place, rows] of this.#rows) this.#gather(rows, place)
    this.#rows.clear()
    const indexOf = new Map(this.#checkIds.map((id, index) => [id, index]))
    return (checkId, place) => {
      const index = indexOf.get(checkId) ?? -1
      const tally = this.#tallies[index]?.[place]
      return tally ? figureOf(tally) : this.#figureOfDay(index, place)
    }
  }

  #figureOfDay(check: number, place: number): MainFigure | undefined {
    const day = this.#days.get(place)
    const index = day?.indexes[check] ?? -1
    return day && index >= 0 ? figureAt(day.figures, index) : undefined
  }

  /** Looks the checks of rows up, which follow each other. */
  place<Row extends { readonly checks: Buffer | null }>(rows: readonly Row[]): PlacedRow<Row>[] {
    let places: Places = []
    return rows.map((row) => {
      if (row.checks !== null) places = this.#placesIn(row.checks)
      return [row, places]
    })
  }

  #placesIn(checks: Buffer): Places {
    return Array.from({ length: checks.length / idBytes }, (_, index) =>
      this.#placeOf.get(textOf(checks.subarray(idBytes * index, idBytes * (index + 1)))),
    )
  }

  /** Results of a stretch that lies within the span. */
  addResults(row: Results, { place }: Span): void {
    const known = this.#rows.get(place)
    if (known) known.push(row)
    else this.#rows.set(place, [row])
  }

  /** Values of each check together: they came in pieces that are too small to count one by one. */
  #gather(rows: readonly Results[], place: number): void {
    const ends = new Uint32Array(this.#checkIds.length)
    for (const [{ counts }, places] of rows)
      for (const [index, check] of places.entries())
        if (check !== undefined) {
          const size = counts.readInt32BE(8 * index)
          const into = this.#tally(check, place)
          into.results += size
          into.failures += counts.readInt32BE(8 * index + 4)
          ends[check] = (ends[check] ?? 0) + size
        }
    let end = 0
    const starts = ends.map((size) => (end += size) - size)
    const values = new Float64Array(end)
    ends.set(starts)
    for (const row of rows) copyValues(row, { values, ends })
    for (const [check, start] of starts.entries())
      if (start < (ends[check] ?? 0)) this.#tally(check, place).tally.addValues(values.subarray(start, ends[check]))
  }

  /** Those results of a stretch that were stored within the span. */
  addCutResults([row, places]: Results, span: Span): void {
    const { fromMs: startMs, counts, moments } = row
    const valueAt = valuesOf(row)
    let from = 0
    for (const [index, check] of places.entries()) {
      const to = from + counts.readInt32BE(8 * index)
      if (check !== undefined && moments !== null)
        for (let place = from; place < to; place += 1) {
          const moment = moments.readInt32BE(4 * place)
          const atMs = startMs + (moment % failedMoment)
          if (atMs < span.fromMs || atMs >= span.toMs) continue
          const into = this.#tally(check, span.place)
          into.results += 1
          if (moment >= failedMoment) into.failures += 1
          const value = valueAt(place)
          if (!Number.isNaN(value)) into.tally.addValue(value)
        }
      from = to
    }
  }

  /** A day that is a whole span. */
  addWholeDay([{ figures }, places]: Day, { place }: Span): void {
    if (figures === null) return
    const indexes = new Int32Array(this.#checkIds.length).fill(-1)
    for (const [index, check] of places.entries()) if (check !== undefined) indexes[check] = index
    this.#days.set(place, { figures: new DataView(figures.buffer, figures.byteOffset, figures.length), indexes })
  }

  /** A day that is a part of a span. */
  addDay([{ tallies }, places]: Day, { place }: Span): void {
    if (tallies === null) return
    const reader = new DayReader(tallies)
    for (const check of places) reader.addNextTo(check === undefined ? undefined : this.#tally(check, place))
  }

  #tally(check: number, place: number): CheckTally {
    const cells = this.#tallies[check] ?? []
    return (cells[place] ??= { results: 0, failures: 0, tally: new Tally() })
  }
}

interface GatheredValues {
  readonly values: Float64Array
  /** Where the values of each check end. */
  readonly ends: Uint32Array
}

/** Behind what each check has already; without those that measured nothing. */
function copyValues([row, places]: Results, { values, ends }: GatheredValues): void {
  const valueAt = valuesOf(row)
  let from = 0
  for (const [index, check] of places.entries()) {
    const to = from + row.counts.readInt32BE(8 * index)
    if (check !== undefined) {
      let end = ends[check] ?? 0
      for (let place = from; place < to; place += 1) {
        const value = valueAt(place)
        if (!Number.isNaN(value)) values[end++] = value
      }
      ends[check] = end
    }
    from = to
  }
}

/** Reads the values of a row; NaN where nothing was measured. */
function valuesOf({ counts, measured }: AccountResultsRow): (place: number) => number {
  const view = new DataView(measured.buffer, measured.byteOffset, measured.length)
  let size = 0
  for (let at = 0; at < counts.length; at += 8) size += counts.readInt32BE(at)
  if (measured.length > 4 * size) return (place) => view.getFloat64(8 * place)
  return (place) => {
    const thousandths = view.getInt32(4 * place)
    return thousandths === noThousandths ? Number.NaN : thousandths / 1000
  }
}

const textOf = (id: Buffer): string => id.toString('latin1')

function figureAt(figures: DataView, index: number): MainFigure {
  const at = (place: number): number => figures.getFloat64(8 * (figuresOfDay * index + place), true)
  return { results: at(0), failures: at(1), size: at(2), total: at(3), p95: at(4), p99: at(5) }
}
