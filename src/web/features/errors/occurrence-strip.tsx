import { lateTexts } from '../../strings/late.ts'
import { TickStrip } from '../../ui/tick-strip.tsx'

/** How often an error occurred in each interval of the last seven days, the newest right. */
export function OccurrenceStrip({ recent }: { readonly recent: readonly number[] }) {
  const all = recent.reduce((sum, count) => sum + count, 0)
  const ticks = recent.map((count) => ({
    state: count === 0 ? ('PENDING' as const) : ('FAILING' as const),
    responseTime: count,
  }))
  return <TickStrip ticks={ticks} label={() => lateTexts.errors.recentTimes(all)} />
}
