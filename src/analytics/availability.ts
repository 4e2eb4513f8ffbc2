import { rounded } from './statistic.ts'

/** Percent of the results that did not fail; degraded ones did not. Null without results. */
export const availabilityOf = (
  counts: { readonly results: number; readonly failures: number } | undefined,
  digits = 2,
): number | null =>
  counts === undefined || counts.results === 0
    ? null
    : rounded((100 * (counts.results - counts.failures)) / counts.results, digits)
