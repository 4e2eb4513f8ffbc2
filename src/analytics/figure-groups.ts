import { hourMs } from '#kernel'
import type { HourRow, JoinedRow, MeasurementFilter, PlacedSeries, Series, Span } from '#storage'
import { Tally } from './tally.ts'
import type { Figure } from './tally.ts'
import { TallyReader } from './tally-encoding.ts'

/** Figures of one check, group and span, by column. Column 0 counts results; its total is that of their retries. */
export interface FigureGroup {
  readonly checkId: string
  readonly groupKey: string
  readonly place: number
  readonly figures: ReadonlyMap<number, Figure>
}

type OpenGroup = Omit<FigureGroup, 'figures'> & { readonly figures: Map<number, Tally> }

/** Results of one group that lie together. */
interface Run {
  readonly from: number
  to: number
}

/** Sorts what was read into the groups of a question. */
export class FigureGroups {
  readonly filter: MeasurementFilter
  readonly #groups = new Map<string, OpenGroup>()
  #last: OpenGroup | null = null

  constructor(filter: MeasurementFilter) {
    this.filter = filter
  }

  list(): FigureGroup[] {
    return [...this.#groups.values()]
  }

  /** Results with their times: each counts in every span that contains it. */
  addHours(hours: readonly HourRow[], spans: readonly Span[]): void {
    const around = spansByTime(spans)
    for (const hour of hours) for (const span of around(hour.bucketMs)) this.#addHour(hour, span)
  }

  /** The same for hours at the edges of spans; spans around the whole hour have it from elsewhere. */
  addEdges(hours: readonly HourRow[], spans: readonly Span[]): void {
    const around = spansByTime(spans)
    for (const hour of hours)
      for (const span of around(hour.bucketMs))
        if (hour.bucketMs < span.fromMs || span.toMs < hour.bucketMs + hourMs) this.#addHour(hour, span)
  }

  #addHour(hour: HourRow, span: Span): void {
    let offset = 0
    for (const series of hour.series) {
      const places = this.#isAsked(series) ? placesWithin(hour, span, offset, series[3]) : []
      offset += series[3]
      if (places.length === 0) continue
      const group = this.#group(hour.checkId, span.place, series)
      const retries = places.reduce((sum, place) => sum + hour.retries.readInt16BE(2 * place), 0)
      count(group, { size: places.length, retries, outcome: series[2] })
      for (const column of this.filter.columns) {
        const bytes = hour[`m${column}`]
        if (bytes) tallyOf(group, column).addValues(valuesAt(bytes, places))
      }
    }
  }

  /** Results of whole spans. */
  addJoinedHours(rows: readonly JoinedRow[]): void {
    for (const row of rows) {
      const views = this.filter.columns.map((column) => [column, viewOf(row.columns[`m${column}`])] as const)
      for (const [group, runs] of this.#runsOf(row))
        for (const [column, view] of views)
          for (const { from, to } of runs) if (view) tallyOf(group, column).addValues(valuesIn(view, from, to))
    }
  }

  #runsOf(row: JoinedRow): Map<OpenGroup, Run[]> {
    const found = new Map<OpenGroup, Run[]>()
    let from = 0
    for (const placed of row.series()) {
      const to = from + placed[0][3]
      for (const group of this.#groupsOf(row.checkId, placed)) {
        const runs = found.get(group) ?? []
        const last = runs.at(-1)
        if (last?.to === from) last.to = to
        else runs.push({ from, to })
        if (runs.length === 1) found.set(group, runs)
      }
      from = to
    }
    return found
  }

  /** The groups that one series of an hour or day belongs to, with its results counted in them. */
  #groupsOf(checkId: string, [series, places]: PlacedSeries): OpenGroup[] {
    if (!this.#isAsked(series)) return []
    return places.map((place) => {
      const group = this.#group(checkId, place, series)
      count(group, { size: series[3], retries: series[4], outcome: series[2] })
      return group
    })
  }

  /** Roll-ups of whole spans. */
  addJoinedRollups(rows: readonly JoinedRow[]): void {
    for (const row of rows) {
      const groups = row.series().map((placed) => this.#groupsOf(row.checkId, placed))
      for (const column of this.filter.columns) {
        const bytes = row.columns[`m${column}`]
        if (bytes === undefined) continue
        const reader = new TallyReader(bytes)
        for (const some of groups) addNext(reader, some, column)
      }
    }
  }

  #isAsked([, , outcome]: Series): boolean {
    return this.filter.status === null || (outcome === 'failed') === (this.filter.status === 'failure')
  }

  #group(checkId: string, place: number, series: Series): OpenGroup {
    const groupKey = groupKeyOf(series, this.filter.groupBy)
    const last = this.#last
    if (last?.checkId === checkId && last.place === place && last.groupKey === groupKey) return last
    this.#last = this.#foundOrMade(checkId, place, groupKey)
    return this.#last
  }

  #foundOrMade(checkId: string, place: number, groupKey: string): OpenGroup {
    const key = `${checkId} ${place} ${groupKey}`
    const known = this.#groups.get(key)
    if (known) return known
    const group = { checkId, groupKey, place, figures: new Map<number, Tally>() }
    this.#groups.set(key, group)
    return group
  }
}

export function groupKeyOf([location, statusCode]: Series, groupBy: MeasurementFilter['groupBy']): string {
  if (groupBy === null) return ''
  return groupBy === 'runLocation' ? location : String(statusCode)
}

/** Which results of a series were stored within the span. */
export function placesWithin(
  { bucketMs, at }: HourRow,
  { fromMs, toMs }: Pick<Span, 'fromMs' | 'toMs'>,
  offset: number,
  size: number,
): number[] {
  const places: number[] = []
  for (let place = offset; place < offset + size; place += 1) {
    const atMs = bucketMs + at.readInt32BE(4 * place)
    if (atMs >= fromMs && atMs < toMs) places.push(place)
  }
  return places
}

/** Spans that the hour from a moment on touches, remembered because many rows begin together. */
function spansByTime(spans: readonly Span[]): (ms: number) => readonly Span[] {
  const known = new Map<number, readonly Span[]>()
  return (ms) => {
    const found = known.get(ms) ?? spans.filter((span) => span.fromMs < ms + hourMs && ms < span.toMs)
    known.set(ms, found)
    return found
  }
}

function count(group: OpenGroup, results: { size: number; retries: number; outcome: string }): void {
  const tally = tallyOf(group, 0)
  tally.size += results.size
  tally.total += results.retries
  if (results.outcome === 'failed') tally.failures += results.size
}

function tallyOf({ figures }: OpenGroup, column: number): Tally {
  const known = figures.get(column)
  if (known) return known
  const tally = new Tally()
  figures.set(column, tally)
  return tally
}

/** What belongs to several spans is read once. */
function addNext(reader: TallyReader, groups: readonly OpenGroup[], column: number): void {
  const [group] = groups
  if (group === undefined) return reader.skip()
  if (groups.length === 1) return reader.addNextTo(tallyOf(group, column))
  const tally = new Tally()
  reader.addNextTo(tally)
  for (const one of groups) tallyOf(one, column).addTally(tally)
}

/** Without those that measured nothing. */
function valuesAt(bytes: Buffer, places: readonly number[]): Float64Array {
  const values = Float64Array.from(places, (place) => bytes.readDoubleBE(8 * place))
  return values.some(Number.isNaN) ? values.filter((value) => !Number.isNaN(value)) : values
}

const viewOf = (bytes: Buffer | null | undefined): DataView | null =>
  bytes ? new DataView(bytes.buffer, bytes.byteOffset, bytes.length) : null

/** The same of results that lie together. */
function valuesIn(view: DataView, from: number, to: number): Float64Array {
  const values = new Float64Array(to - from)
  let size = 0
  for (let place = from; place < to; place += 1) {
    const value = view.getFloat64(8 * place)
    if (!Number.isNaN(value)) {
      values[size] = value
      size += 1
    }
  }
  return values.subarray(0, size)
}

export function valuesFrom(bytes: Buffer, from: number, to: number): Float64Array {
  const view = viewOf(bytes)
  return view ? valuesIn(view, from, to) : new Float64Array(0)
}
