import { checkTypeNames, descriptorOf } from '#contract'
import type { AnalyticsType, TimingFamily } from '#contract'

/** The histogram that has the durations of each type of check. */
export const checkTimings: { readonly [T in AnalyticsType]?: TimingFamily } = Object.fromEntries(
  checkTypeNames().flatMap((type) => {
    const { prometheus } = descriptorOf(type).analytics
    return prometheus === undefined ? [] : [[type, prometheus]]
  }),
)

export const timingBoundsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const
