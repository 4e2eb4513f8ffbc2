import { useEffect, useState } from 'react'
import { texts } from '../strings/index.ts'
import { formatAgo, formatBoth, formatClock, formatDay, formatDuration } from './format.ts'

/** The time, which moves on while the page is visible. */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

interface At {
  readonly at: string | null
}

/** "5 minutes ago", with both zones as its title. */
export function Ago({ at }: At) {
  const now = useNow(10_000)
  if (at === null) return <span className="mute">{texts.common.never}</span>
  return (
    <time dateTime={at} title={formatBoth(at)}>
      {formatAgo(Date.parse(at), now)}
    </time>
  )
}

/** How long it has been since then; counts up. */
export function Since({ at }: { readonly at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatBoth(at)}>
      {formatDuration(now - Date.parse(at))}
    </time>
  )
}

/** The time of day; with the day when it is another one. */
export function Moment({ at }: { readonly at: string }) {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return (
    <time dateTime={at} title={formatBoth(at)}>
      {isToday ? formatClock(at) : `${formatDay(at)}, ${formatClock(at)}`}
    </time>
  )
}
