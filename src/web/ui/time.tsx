import { texts } from '../strings/index.ts'
import { formatAgo, formatBoth, formatClock, formatDay, formatDuration, formatMinute } from './format.ts'
import { useTimedValue } from './use-timed-value.ts'
import { now } from '../time/page-time.ts'

/** The time, which moves on in steps while the page is visible. */
export const useNow = (everyMs = 1_000): number => useTimedValue((now) => now - (now % everyMs), everyMs)

interface At {
  readonly at: string | null
}

/** "5 minutes ago", with both zones as its title. */
export const Ago = ({ at }: At) =>
  at === null ? <span className="mute">{texts.common.never}</span> : <AgoOf at={at} />

const AgoOf = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={formatBoth(at)}>
    {useTimedValue((now) => formatAgo(Date.parse(at), now), 10_000)}
  </time>
)

/** How long it has been since then; counts up. */
export const Since = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={formatBoth(at)}>
    {useTimedValue((now) => formatDuration(now - Date.parse(at)), 1_000)}
  </time>
)

/** The time of day; with the day when it is another one. */
export function Moment({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={formatBoth(at)}>
      {momentOf(at)}
    </time>
  )
}

const isToday = (at: string): boolean => new Date(at).toDateString() === new Date(now()).toDateString()

/** The minute of today, or an earlier day. */
export const minuteOrDayOf = (at: string): string => (isToday(at) ? formatMinute(at) : formatDay(at))

/** The minute, with the day when it is another one. */
export const momentOfMinute = (at: string): string =>
  isToday(at) ? formatMinute(at) : `${formatDay(at)}, ${formatMinute(at)}`

export function momentOf(at: string): string {
  return isToday(at) ? formatClock(at) : `${formatDay(at)}, ${formatClock(at)}`
}
