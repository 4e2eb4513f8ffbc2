import { ChevronLeft, ChevronRight } from 'lucide-react'
import { silenceReasons } from '#contract'
import { texts } from '../strings/index.ts'
import { lateTexts } from '../strings/late.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { Select } from '../ui/select.tsx'
import { formatFull } from '../ui/format.ts'
import { useSearchState } from '../ui/search-state.ts'
import { useAlertChannels } from './api.ts'
import type { NotificationFilter } from './api.ts'
import { channelName } from './channel-name.ts'
import { now } from '../time/page-time.ts'
import styles from './alert-filters.module.css'

const words = texts.alerts
const log = lateTexts.alertLog
const ranges = ['1', '6', '24'] as const
const outcomes = ['all', 'delivered', 'silenced', 'failed'] as const

/** The filters of the list; all of them are in the address. */
export function AlertFilters({ isOfCheck }: { readonly isOfCheck: boolean }) {
  const [search, change] = useSearchState()
  return (
    <FilterBar>
      <Segmented
        label={words.outcome}
        value={outcomeOf(search['outcome'])}
        options={outcomes.map((value) => ({ value, label: log.outcomes[value] }))}
        onChange={(value) => change({ outcome: value === 'all' ? '' : value, reason: '' })}
      />
      <TimeFilter />
      {!isOfCheck && search['check'] && (
        <Button size="small" onClick={() => change({ check: '' })}>
          {log.allChecks}
        </Button>
      )}
      <ChannelFilter />
      <Select
        className={styles.choice}
        aria-label={log.reason}
        value={search['reason'] ?? ''}
        options={[
          { value: '', label: log.anyReason },
          ...silenceReasons.map((value) => ({ value, label: words.silence[value] })),
        ]}
        onChange={(reason) => change({ reason, outcome: '' })}
      />
    </FilterBar>
  )
}

const outcomeOf = (text: string | undefined): (typeof outcomes)[number] => outcomes.find((one) => one === text) ?? 'all'

/** Each outcome as the operation is asked for it. */
const asked: Readonly<Record<(typeof outcomes)[number], NotificationFilter>> = {
  all: { includeSilenced: true },
  delivered: { includeSilenced: false, hasFailures: false },
  silenced: { silenceReason: [...silenceReasons] },
  failed: { hasFailures: true },
}

const hourSeconds = 3600

function useTime() {
  const [search] = useSearchState()
  const hours = ranges.find((one) => one === search['hours']) ?? '24'
  const until = Number(search['until']) > 0 ? Number(search['until']) : null
  // The range ends now: its beginning moves by the minute, so that the answer can be kept.
  const from = (until ?? (Math.floor(now() / 60_000) + 1) * 60) - Number(hours) * hourSeconds
  return { hours, until, from }
}

/** The query of the operation. */
export function useFilter(checkId: string | undefined): NotificationFilter {
  const [search] = useSearchState()
  const { until, from } = useTime()
  const ofCheck = checkId ?? search['check']
  const { channel } = search
  const reason = silenceReasons.find((one) => one === search['reason'])
  return {
    from: String(from),
    ...(until !== null && { to: String(until) }),
    ...(ofCheck && { checkId: ofCheck }),
    ...(channel && { alertChannelId: Number(channel) }),
    ...(reason ? { silenceReason: [reason] } : asked[outcomeOf(search['outcome'])]),
  }
}

/** The length of the time, and steps to what was before it and after it. */
function TimeFilter() {
  const [, change] = useSearchState()
  const { hours, until, from } = useTime()
  const length = Number(hours) * hourSeconds
  const later = (until ?? 0) + length
  return (
    <>
      <Segmented
        label={log.range}
        value={hours}
        options={ranges.map((value) => ({ value, label: log.ranges[value] }))}
        onChange={(value) => change({ hours: value === '24' ? '' : value, until: '' })}
      />
      <div className="row">
        <Button isIcon size="small" aria-label={log.earlier} onClick={() => change({ until: String(from) })}>
          <ChevronLeft className="ic s" aria-hidden="true" />
        </Button>
        {until !== null && (
          <>
            <span className="small mute nw">{log.before(formatFull(until * 1000))}</span>
            <Button
              isIcon
              size="small"
              aria-label={log.later}
              onClick={() => change({ until: later * 1000 >= now() ? '' : String(later) })}
            >
              <ChevronRight className="ic s" aria-hidden="true" />
            </Button>
          </>
        )}
      </div>
    </>
  )
}

function ChannelFilter() {
  const [search, change] = useSearchState()
  const channels = useAlertChannels()
  return (
    <Select
      className={styles.choice}
      aria-label={words.channel}
      value={search['channel'] ?? ''}
      options={[
        { value: '', label: log.anyChannel },
        ...channels.map((channel) => ({ value: String(channel.id), label: channelName(channel) })),
      ]}
      onChange={(channel) => change({ channel })}
    />
  )
}
