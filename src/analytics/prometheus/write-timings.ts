import { descriptorOf } from '#contract'
import type { AnalyticsType, MetricUnit, TimingFamily } from '#contract'
import type { ScrapedCheck } from '#storage/analytics'
import { mainMetricOf, metricsOf } from '../metrics.ts'
import { checkTimings } from './check-timings.ts'
import { withLabels } from './exposition.ts'
import type { Exposition, HistogramValues } from './exposition.ts'
import type { LocationCounts, MetricCounts } from './scraped-counts.ts'
import { scrapedUnits } from './scraped-units.ts'

export interface TimingOptions {
  /** Every bucket of the histograms; without it only that of all values, their sum and their number. */
  readonly includeBuckets: boolean
  /** The histograms of every phase; without it that of the main metric. */
  readonly includePhases: boolean
  /** The same histograms under the names that they had before. */
  readonly includeDeprecatedNames: boolean
}

interface MeasuredCheck {
  readonly check: Pick<ScrapedCheck, 'checkType'>
  readonly labels: string
  readonly counts: LocationCounts
}

/** The histograms of the durations of a check: those of all phases and buckets take nine tenths of a page. */
export function writeTimings(
  { check: { checkType }, labels, counts: { metric } }: MeasuredCheck,
  options: TimingOptions,
  into: Exposition,
): void {
  const family = checkTimings[checkType]
  if (!family) return
  const names = options.includeDeprecatedNames ? family.names : family.names.slice(0, 1)
  for (const { position, type } of metricsShown(checkType, family, options)) {
    const counted = metric(position)
    if (counted.size === 0) continue
    const all = withLabels(labels, type === null ? {} : { type })
    const values = histogramOf(counted, 'milliseconds', options)
    for (const full of names) into.histogram(full, family.help, all, values)
  }
}

function metricsShown(checkType: AnalyticsType, family: TimingFamily, { includePhases }: TimingOptions) {
  const main = mainMetricOf(checkType)
  return Object.entries(family.types).flatMap(([name, type]) => {
    const stored = metricsOf(checkType).get(name)
    if (stored === undefined || (!includePhases && stored.position !== main?.position)) return []
    return [{ position: stored.position, type }]
  })
}

/** Further histograms of a check, such as those of its web vitals: few lines of few checks, so on every page. */
export function writeHistograms(
  { check: { checkType }, labels, counts: { metric } }: MeasuredCheck,
  options: Pick<TimingOptions, 'includeBuckets'>,
  into: Exposition,
): void {
  for (const { name, help, types } of descriptorOf(checkType).analytics.histograms ?? [])
    for (const [metricName, type] of Object.entries(types)) {
      const stored = metricsOf(checkType).get(metricName)
      const counted = stored && metric(stored.position)
      if (!counted || counted.size === 0) continue
      into.histogram(name, help, withLabels(labels, { type }), histogramOf(counted, stored.unit, options))
    }
}

function histogramOf(
  { size, counts, total }: MetricCounts,
  unit: MetricUnit,
  { includeBuckets }: Pick<TimingOptions, 'includeBuckets'>,
): HistogramValues {
  const { bounds, divisor } = scrapedUnits[unit]
  return { ...(includeBuckets ? { bounds, counts } : { bounds: none, counts: [size] }), total: total / divisor }
}

const none: readonly number[] = []

/** The means of metrics in percent, from 0 to 1. */
export function writeRatios({ check, labels, counts: { metric } }: MeasuredCheck, into: Exposition): void {
  for (const ratio of descriptorOf(check.checkType).analytics.ratios ?? []) {
    const stored = metricsOf(check.checkType).get(ratio.metric)
    if (stored === undefined) continue
    const { size, total } = metric(stored.position)
    if (size > 0) into.gauge(ratio.name, ratio.help, labels, total / size / 100)
  }
}
