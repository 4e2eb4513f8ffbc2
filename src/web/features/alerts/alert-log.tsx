import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ApiError } from '../../api/api-error.ts'
import { callWith } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import { useAllItems } from '../../api/use-all-items.ts'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, Segmented } from '../../ui/field.tsx'
import type { Option } from '../../ui/field.tsx'
import { formatFull } from '../../ui/format.ts'
import { useSearchState } from '../../ui/search-state.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { channelName } from '../channels/channel-name.ts'
import { NotificationTable } from './notification-table.tsx'

const words = texts.alerts
const ranges = ['1', '6', '24'] as const
const pageSize = 100
/** More pages are not read anew by themselves, because the operation may be called five times in ten seconds. */
const livePages = 2
const liveMs = 60_000

type Notifications = Answer<'listAlertNotifications'>

/** Who was notified of what in a time, who was not, and why; of one check or of all. */
export function AlertLog({ checkId }: { readonly checkId?: string }) {
  const [search, change] = useSearchState()
  const filter = useFilter(checkId)
  const list = useInfiniteQuery<Notifications, ApiError>({
    queryKey: ['listAlertNotifications', 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      callWith(
        'listAlertNotifications',
        { query: { ...filter, limit: pageSize, page: Number(pageParam) } as never },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total, offset, items }) =>
      offset + items.length < total ? Math.floor(offset / pageSize) + 2 : null,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (search['until'] || (state.data?.pages.length ?? 0) > livePages ? false : liveMs),
  })
  return (
    <>
      <div className="row padx wrap filters gap16">
        <TimeFilter />
        {checkId === undefined && search['check'] && (
          <Button size="small" onClick={() => change({ check: '' })}>
            {words.allChecks}
          </Button>
        )}
        <ChannelFilter />
        <Choice
          label={words.reason}
          value={search['reason'] ?? ''}
          options={[
            { value: '', label: words.anyReason },
            ...Object.keys(words.silence).map((value) => ({ value, label: words.silence[value] ?? value })),
          ]}
          onChange={(reason) => change({ reason })}
        />
        <CheckField
          label={words.withSilenced}
          isOn={search['silenced'] !== 'false'}
          onChange={(isOn) => change({ silenced: isOn ? '' : 'false' })}
        />
        <CheckField
          label={words.onlyFailed}
          isOn={search['failed'] === 'true'}
          onChange={(isOn) => change({ failed: isOn ? 'true' : '' })}
        />
      </div>
      <Loaded query={list}>
        {({ pages }) => {
          // New notifications move the pages: what was at the end of one is at the beginning of the next.
          const items = [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()]
          if (items.length === 0) return <Empty title={words.none}>{words.noneText}</Empty>
          return (
            <>
              <NotificationTable items={items} isOfCheck={checkId !== undefined} />
              <LoadMore list={list}>
                <span className="mute small">{words.shown(items.length, pages[0]?.total ?? items.length)}</span>
              </LoadMore>
            </>
          )
        }}
      </Loaded>
    </>
  )
}

const hourSeconds = 3600

function useTime() {
  const [search] = useSearchState()
  const hours = ranges.find((one) => one === search['hours']) ?? '24'
  const until = Number(search['until']) > 0 ? Number(search['until']) : null
  // The range ends now: its beginning moves by the minute, so that the answer can be kept.
  const from = (until ?? (Math.floor(Date.now() / 60_000) + 1) * 60) - Number(hours) * hourSeconds
  return { hours, until, from }
}

function useFilter(checkId: string | undefined) {
  const [search] = useSearchState()
  const { until, from } = useTime()
  const ofCheck = checkId ?? search['check']
  const { channel, reason, failed, silenced } = search
  return {
    from: String(from),
    ...(until !== null && { to: String(until) }),
    ...(ofCheck && { checkId: ofCheck }),
    ...(channel && { alertChannelId: Number(channel) }),
    ...(reason && { silenceReason: [reason] }),
    includeSilenced: silenced !== 'false',
    ...(failed === 'true' && { hasFailures: true }),
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
        label={words.range}
        value={hours}
        options={ranges.map((value) => ({ value, label: words.ranges[value] }))}
        onChange={(value) => change({ hours: value === '24' ? '' : value, until: '' })}
      />
      <div className="row">
        <Button isIcon size="small" aria-label={words.earlier} onClick={() => change({ until: String(from) })}>
          <ChevronLeft className="ic s" aria-hidden="true" />
        </Button>
        {until !== null && (
          <>
            <span className="small mute nw">{words.before(formatFull(until * 1000))}</span>
            <Button
              isIcon
              size="small"
              aria-label={words.later}
              onClick={() => change({ until: later * 1000 >= Date.now() ? '' : String(later) })}
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
  const channels = useAllItems('listAlertChannels', { staleMs: 60_000 }).data ?? []
  return (
    <Choice
      label={words.channel}
      value={search['channel'] ?? ''}
      options={[
        { value: '', label: words.anyChannel },
        ...channels.map((channel) => ({ value: String(channel.id), label: channelName(channel) })),
      ]}
      onChange={(channel) => change({ channel })}
    />
  )
}

const Choice = ({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly options: readonly Option<string>[]
  readonly onChange: (value: string) => void
}) => (
  <select
    className="select"
    style={{ width: 'auto', maxWidth: 220 }}
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
)
