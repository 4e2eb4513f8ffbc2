import { metricColumns } from '#contract'
import { invariant } from '#kernel'

/** Where a metric of a check type is stored: its position in the list of its type, from 1. */
export type MetricPosition = number

/** The property of a metric in the records of rows. */
export type MetricProperty = `metric${number}`

/** Packed values or histograms. Null where nothing measured the metric or where it was not asked for. */
export type PackedMetrics = Readonly<Record<MetricProperty, Buffer | null>>

export const metricPositions: readonly MetricPosition[] = Array.from({ length: metricColumns }, (_, index) => index + 1)

const properties: readonly MetricProperty[] = metricPositions.map((position): MetricProperty => `metric${position}`)

/** The property of a position, the same in every record. Throws for a position that no table has. */
export function metricPropertyOf(position: MetricPosition): MetricProperty {
  const property = properties[position - 1]
  invariant(property, `metrics are stored at positions from 1 to ${metricColumns}, not ${position}`)
  return property
}

/**
 * Repeats a piece of SQL for the columns of requested metrics: the one place where identifiers become part of a
 * statement. Ten columns of which most are left out by a parameter take up to half as long again.
 */
export const eachMetric = (
  positions: readonly MetricPosition[],
  sqlOf: (column: string, position: MetricPosition) => string,
): string => positions.map((position) => sqlOf(propertyColumn(metricPropertyOf(position)), position)).join(' ')

const propertyColumn = (property: MetricProperty): string => property.replace('metric', 'metric_')
