import { analyticsTypes, mainColumn } from '#contract'
import type { AnalyticsType } from '#contract'

const types = Object.keys(analyticsTypes) as AnalyticsType[]

/**
 * The types of checks and where the main metric of each is stored (null for none), as two parameters that a statement
 * unnests into rows.
 */
export const mainMetricsOfTypes: readonly [checkTypes: readonly string[], positions: readonly (number | null)[]] = [
  types,
  types.map(mainColumn),
]
