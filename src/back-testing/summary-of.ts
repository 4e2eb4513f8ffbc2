import type { BackTestCounts, BackTestOutage } from '#contract'

interface Difference {
  readonly now: BackTestCounts
  readonly proposed: BackTestCounts
  readonly missedOutages: number
  readonly addedOutages: number
  readonly delayedOutages: number
  readonly longestDelaySeconds: number | null
  readonly outages: readonly Pick<BackTestOutage, 'from' | 'delaySeconds'>[]
}

/** `Would have alerted 3 times instead of 19, and of the outage of 4 November 40 s later.` */
export function summaryOf({ now, proposed, outages, ...figures }: Difference): string {
  const parts = [
    now.alerts === proposed.alerts
      ? `Would have alerted ${times(now.alerts)}, as with the present settings`
      : `Would have alerted ${times(proposed.alerts)} instead of ${now.alerts}`,
    ...delayText(figures, outages),
    ...(figures.missedOutages > 0 ? [`${outagesText(figures.missedOutages)} would not have been alerted`] : []),
    ...(figures.addedOutages > 0 ? [`${outagesText(figures.addedOutages)} more would have been alerted`] : []),
  ]
  return `${parts.join('; ')}.`
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)
const outagesText = (count: number): string => (count === 1 ? '1 outage' : `${count} outages`)

function delayText(
  { delayedOutages, longestDelaySeconds }: Pick<Difference, 'delayedOutages' | 'longestDelaySeconds'>,
  outages: Difference['outages'],
): string[] {
  if (longestDelaySeconds === null) return []
  if (delayedOutages > 1)
    return [`${delayedOutages} outages would have been alerted up to ${durationText(longestDelaySeconds)} later`]
  const delayed = outages.find(({ delaySeconds }) => delaySeconds !== null && delaySeconds > 0)
  return delayed
    ? [`the outage of ${dayOf(delayed.from)} would have been alerted ${durationText(longestDelaySeconds)} later`]
    : []
}

const dayOf = (iso: string): string => iso.slice(0, 10)

/** `40 s`, `5 min`, `2 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`
}
