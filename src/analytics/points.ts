import { hourMs } from '#kernel'
import { findHours, findRecentHours, findRollupProgress } from '#storage'
import type { HourRow, MeasurementFilter, Store, Stretch } from '#storage'
import { groupKeyOf, placesWithin } from './figure-groups.ts'

/** What one result measured. */
export interface Point {
  readonly groupKey: string
  readonly atMs: number
  readonly outcome: string
  readonly retries: number
  /** By column; NaN for null. */
  readonly valueOf: (column: number) => number
}

interface Place {
  readonly groupKey: string
  readonly atMs: number
  readonly location: string
  readonly outcome: string
  readonly hour: HourRow
  readonly place: number
  readonly isKept: boolean
}

/** The results of one check one by one, oldest first; of every group those from `offset` on. */
export async function findPoints(
  store: Store,
  filter: MeasurementFilter,
  stretch: Stretch,
  page: { readonly limit: number; readonly offset: number },
): Promise<Point[]> {
  const { hourMs: keptUntilMs } = await findRollupProgress(store.db)
  const { fromMs, toMs } = stretch
  const keptHours = { fromMs: Math.floor(fromMs / hourMs) * hourMs, toMs: Math.min(toMs, keptUntilMs) }
  const [kept, recent] = await Promise.all([
    fromMs < keptUntilMs ? findHours(store.db, { ...filter, columns: [] }, [keptHours]) : [],
    toMs > keptUntilMs ? findRecentHours(store.db, filter, { fromMs: Math.max(fromMs, keptUntilMs), toMs }) : [],
  ])
  const places = [
    ...kept.flatMap((hour) => placesOf(hour, filter, stretch, true)),
    ...recent.flatMap((hour) => placesOf(hour, filter, stretch, false)),
  ]
  const listed = [...Map.groupBy(places, (place) => place.groupKey).values()].flatMap((some) =>
    some.toSorted(byTime).slice(page.offset, page.offset + page.limit),
  )
  const whole = await wholeHours(store, filter, listed)
  return listed.map((one) => pointOf(one, whole.get(one.hour.bucketMs) ?? one.hour))
}

function placesOf(hour: HourRow, filter: MeasurementFilter, stretch: Stretch, isKept: boolean): Place[] {
  let offset = 0
  return hour.series.flatMap((series) => {
    const [location, , outcome, size] = series
    const from = offset
    offset += size
    if (filter.status !== null && (outcome === 'failed') !== (filter.status === 'failure')) return []
    const groupKey = groupKeyOf(series, filter.groupBy)
    return placesWithin(hour, stretch, from, size).map((place) => {
      const atMs = hour.bucketMs + hour.at.readInt32BE(4 * place)
      return { groupKey, atMs, location, outcome, hour, place, isKept }
    })
  })
}

const byTime = (a: Place, b: Place): number => a.atMs - b.atMs || (a.location < b.location ? -1 : 1)

/** Only the hours of one page are read with their values. */
async function wholeHours(
  { db }: Store,
  filter: MeasurementFilter,
  listed: readonly Place[],
): Promise<Map<number, HourRow>> {
  const hours = new Set(listed.flatMap(({ hour, isKept }) => (isKept ? [hour.bucketMs] : [])))
  if (hours.size === 0 || filter.columns.length === 0) return new Map()
  const stretches = [...hours].map((fromMs) => ({ fromMs, toMs: fromMs + hourMs }))
  const rows = await findHours(db, filter, stretches)
  return new Map(rows.map((row) => [row.bucketMs, row]))
}

const pointOf = ({ groupKey, atMs, outcome, place }: Place, hour: HourRow): Point => ({
  groupKey,
  atMs,
  outcome,
  retries: hour.retries.readInt16BE(2 * place),
  valueOf: (column) => hour[`m${column}`]?.readDoubleBE(8 * place) ?? Number.NaN,
})
