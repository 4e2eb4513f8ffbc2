import { firstIdAt, hourMs } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import { findLatestPacked, mergedById } from '../packs/result-packs.ts'
import { metricPositions } from '#packing'
import type { PackedHour } from '#packing'
import { findHours } from './hours.ts'

/** The measurements of a run, in the order of the type's metrics. */
export interface LatestValues {
  readonly checkId: string
  readonly location: string
  readonly metrics: (number | null)[]
}

interface Latest {
  readonly checkId: string
  readonly id: string
  readonly location: string
  readonly createdAt: Date
  /** Null when the result is packed: what it measured is kept with its hour. */
  readonly metrics: (number | null)[] | null
}

interface CheckSize {
  readonly checkId: string
  /** How many of its latest results are looked at: twice as many as it has locations. */
  readonly size: number
}

/** The measurements of the latest results of each check and location since a moment. */
export async function findLatestValues(db: Queryable, accountId: string, from: Date): Promise<LatestValues[]> {
  const fromId = firstIdAt(from.getTime())
  const checks = await listCheckSizes(db, accountId)
  const rows = Map.groupBy(await listLatestMeasured(db, accountId, fromId), ({ checkId }) => checkId)
  const packed = await findLatestPacked(
    db,
    accountId,
    checks.map(({ checkId, size }) => ({ checkId, size, fromId: rows.get(checkId)?.[size - 1]?.id ?? fromId })),
  )
  const packedOf = Map.groupBy(
    packed.map((result): Latest => ({ ...result, metrics: null })),
    ({ checkId }) => checkId,
  )
  const latest = checks.flatMap(({ checkId, size }) => {
    const both = mergedById(rows.get(checkId) ?? [], packedOf.get(checkId) ?? [], 'descending').slice(0, size)
    return [...new Map(both.toReversed().map((result) => [result.location, result])).values()]
  })
  return withMetrics(db, accountId, latest)
}

const listCheckSizes = (db: Queryable, accountId: string): Promise<CheckSize[]> =>
  db.rows<{ [K in keyof CheckSize]: CheckSize[K] }>(
    `select id as check_id, 2 * (cardinality(locations) + cardinality(private_locations)) as size from checks
     where account_id = $1 order by id`,
    [accountId],
  )

/** Newest first. */
const listLatestMeasured = (db: Queryable, accountId: string, fromId: string): Promise<Latest[]> =>
  db.rows<{ [K in keyof Latest]: Latest[K] }>(
    `select latest.check_id, latest.id, latest.location, latest.created_at, latest.measured as metrics
     from checks cross join lateral (
       select check_id, id, location, created_at, measured from check_results
       where account_id = $1 and check_id = checks.id and id >= $2 and result_type = 'FINAL' and measured is not null
       order by id desc limit 2 * (cardinality(checks.locations) + cardinality(checks.private_locations))) as latest
     where checks.account_id = $1 order by latest.check_id, latest.id desc`,
    [accountId, fromId],
  )

const hourOf = ({ createdAt }: Latest): number => Math.floor(createdAt.getTime() / hourMs) * hourMs

async function withMetrics(db: Queryable, accountId: string, latest: readonly Latest[]): Promise<LatestValues[]> {
  const hours = Map.groupBy(
    latest.filter(({ metrics }) => metrics === null),
    hourOf,
  )
  const kept = new Map<string, PackedHour>()
  for (const [fromMs, results] of hours) {
    const requested = { accountId, checkIds: results.map(({ checkId }) => checkId), positions: metricPositions }
    for (const hour of await findHours(db, requested, [{ fromMs, toMs: fromMs + hourMs }]))
      kept.set(`${hour.checkId} ${fromMs}`, hour)
  }
  return latest.flatMap((result) => {
    const { checkId, location } = result
    const metrics = result.metrics ?? keptMetrics(kept.get(`${checkId} ${hourOf(result)}`), result)
    return metrics === null ? [] : [{ checkId, location, metrics }]
  })
}

/** The values of a packed result in its hour, where it is found by its location and when it was stored. */
function keptMetrics(hour: PackedHour | undefined, { location, createdAt }: Latest): (number | null)[] | null {
  let index = 0
  for (const [seriesLocation, , outcome, size] of hour?.series ?? [])
    for (const end = index + size; index < end; index += 1)
      if (outcome === 'passed' && seriesLocation === location && hour?.storedAtMs(index) === createdAt.getTime())
        return metricPositions.map((position) => numberOrNull(hour.valuesOf(position)?.at(index)))
  return null
}

const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value
