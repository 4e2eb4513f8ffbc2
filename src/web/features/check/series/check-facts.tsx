import { lateTexts } from '../../../strings/late.ts'
import { Fact, Facts, WideFact } from '../../../ui/facts.tsx'
import { formatMs, formatAvailability, formatUtcDay } from '../../../ui/format.ts'
import { shareOf, sizeOf, stateOf } from './series-words.ts'
import type { Series } from '../api.ts'
import { slotOf, StripMarks } from './strip-marks.tsx'
import { useMonth } from './use-series.ts'

const words = lateTexts.series
const dayMs = 86_400_000
const dayPx = 6

/** Availability and percentiles of what is shown, and the last 30 days. */
export function CheckFacts({
  series,
  checkId,
  days,
}: {
  readonly series: Series
  readonly checkId: string
  readonly days: number | null
}) {
  const month = useMonth(checkId, false)
  const { p50, p95, p99 } = series.total
  return (
    <Facts>
      <Fact
        name={words.availability}
        value={percentOf(series.total)}
        more={words.ofRuns(series.total.failed, sizeOf(series.total))}
      />
      <Fact
        name={words.availability30}
        value={month ? percentOf(month.total) : '…'}
        more={month ? words.ofRuns(month.total.failed, sizeOf(month.total)) : ''}
      />
      {series.metric && <Fact name={words.percentiles} value={[p50, p95, p99].map((ms) => formatMs(ms)).join(' / ')} />}
      {days !== null && (
        <Fact name={words.certificate} value={days < 0 ? words.certificateExpired : words.certificateDays(days)} />
      )}
      <WideFact name={words.days}>{month && <Days month={month} />}</WideFact>
    </Facts>
  )
}

const percentOf = (counts: Series['total']): string => {
  const share = shareOf(counts)
  if (share === null) return '–'
  // Never 100 % when anything failed.
  return formatAvailability(100 * (counts.failed > 0 ? Math.min(share, 0.9999) : share))
}

function Days({ month }: { readonly month: Series }) {
  const slots = { fromMs: Date.parse(month.from), lengthMs: dayMs, count: 30 }
  const bad = month.buckets.filter((bucket) => stateOf(bucket) === 'FAILING')
  const full = month.buckets.map((bucket) => ({ ...bucket, p95: 1 }))
  return (
    <div title={bad.map(({ at, failed }) => `${formatUtcDay(at)}: ${words.failed} ${failed}`).join('\n')}>
      <StripMarks
        buckets={full.filter(({ at }) => slotOf(slots, at) >= 0)}
        slots={slots}
        width={30 * dayPx}
        height={26}
        limits={[]}
        label={words.daysOf(bad.length)}
      />
    </div>
  )
}
