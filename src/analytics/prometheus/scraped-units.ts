import { analyticsTypes, checkTypeNames } from '#contract'
import type { CheckType, MetricRow, MetricUnit } from '#contract'
import { timingBoundsSeconds } from './check-timings.ts'

/** How values of a unit are counted and shown. */
interface ScrapedUnit {
  /** All values are counted by the bounds of milliseconds, so those of other units are enlarged. */
  readonly scale: number
  /** The divisor of a counted value where it is shown. */
  readonly divisor: number
  /** Of the buckets, as they are shown. */
  readonly bounds: readonly number[]
}

const msPerSecond = 1000
/** Zero errors, one and two are told apart. */
const countScale = 10
const inSeconds = { divisor: msPerSecond, bounds: timingBoundsSeconds }

export const scrapedUnits: Readonly<Record<MetricUnit, ScrapedUnit>> = {
  milliseconds: { scale: 1, ...inSeconds },
  percentage: { scale: 1, ...inSeconds },
  score: { scale: msPerSecond, ...inSeconds },
  count: {
    scale: countScale,
    divisor: countScale,
    bounds: timingBoundsSeconds.map((seconds) => (seconds * msPerSecond) / countScale),
  },
}

const scaleOf = ({ unit }: MetricRow): number => scrapedUnits[unit].scale

/** The factors of the measured values of each type, in the order of its metrics. */
export const scalesOfTypes: ReadonlyMap<CheckType, readonly number[]> = new Map(
  checkTypeNames().map((type) => [type, analyticsTypes[type].metrics.map(scaleOf)]),
)
