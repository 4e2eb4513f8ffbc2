import { useNavigate } from '@tanstack/react-router'
import { Check, OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { formatFull } from '../../ui/format.ts'
import { ListAndDetail } from '../../ui/list-and-detail.tsx'
import { ListLink } from '../../ui/list-link.tsx'
import { CreateLink, useFound } from '../../ui/list-page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import type { Search } from '../../ui/search-state.ts'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { Ago, Since } from '../../ui/time.tsx'
import { useChannels, useMayCreateChannel } from './api.ts'
import type { ListedChannel } from './api.ts'
import { AttemptStrip } from './attempt-strip.tsx'
import { channelKind } from '../../alerting/channel-kind.ts'
import { ChannelMark } from '../../alerting/channel-mark.tsx'
import { channelName } from '../../alerting/channel-name.ts'
import { now } from '../../time/page-time.ts'

const words = lateTexts.setup.channels

const textsOf = (channel: ListedChannel): readonly string[] => [`${channelName(channel)} ${channelKind(channel)}`]

/** The filters of the list stay when another row is opened. */
const sameSearch = (current: Search): Search => current

/** Ways of telling people, and whether each works at this moment, with one of them beside the list. */
export function ChannelPanes({
  id,
  children,
}: {
  /** Null: the address names none. */
  readonly id: string | null
  readonly children: (id: string) => ReactNode
}) {
  const list = useChannels()
  const [search] = useSearchState()
  const navigate = useNavigate()
  const mayCreate = useMayCreateChannel()
  const wanted = search['q'] ?? ''
  const channels = list.data ?? []
  const { found, field } = useFound(channels, words.find, textsOf)
  const query = wanted && `?${new URLSearchParams({ q: wanted }).toString()}`
  return (
    <ListAndDetail
      title={words.title}
      more={list.data && words.count(list.data.length)}
      actions={mayCreate && <CreateLink to="/channels/new">{words.new}</CreateLink>}
      head={
        <>
          {field}
          <WhyNone list={list} found={found.length} />
        </>
      }
      rows={found.map((channel) => ({
        key: String(channel.id),
        content: <Entry channel={channel} to={`/channels/${channel.id}${query}`} />,
      }))}
      selected={id}
      first={channels[0] ? String(channels[0].id) : null}
      onSelect={(key) => void navigate({ to: '/channels/$id', params: { id: key }, search: sameSearch, replace: true })}
      onClose={() => void navigate({ to: '/channels', search: sameSearch })}
    >
      {children}
    </ListAndDetail>
  )
}

function WhyNone({ list, found }: { readonly list: ReturnType<typeof useChannels>; readonly found: number }) {
  if (list.data === undefined)
    return list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : <Loading />
  if (list.data.length === 0) return <Empty title={words.none}>{words.noneText}</Empty>
  return found === 0 ? <Empty title={words.noMatch} /> : null
}

function Entry({ channel, to }: { readonly channel: ListedChannel; readonly to: string }) {
  const { deliveryState, failingSince, lastDelivery, activeSubscriptions, pausedUntil, recentOutcomes } = channel
  const isFailing = deliveryState === 'FAILING'
  return (
    <ListLink to={to}>
      <span className="row">
        <ChannelMark {...channel} /> <b>{channelName(channel)}</b> <span className="kind">{channelKind(channel)}</span>
        <span className="end">
          <AttemptStrip outcomes={recentOutcomes} />
        </span>
      </span>
      <span className="row small mute">
        <span className="grow">{words.used(activeSubscriptions ?? 0)}</span>
        {isFailing ? (
          <OctagonAlert className="ic s fail" aria-hidden="true" />
        ) : (
          lastDelivery && <Check className="ic s" aria-hidden="true" />
        )}
        <span className={isFailing ? 'fail' : ''}>
          {isFailing ? words.failing : lastDelivery === null && words.unused}{' '}
          {isFailing ? failingSince && <Since at={failingSince} /> : lastDelivery && <Ago at={lastDelivery.at} />}
        </span>
      </span>
      {pausedUntil && Date.parse(pausedUntil) > now() && (
        <span className="small dim">
          {words.pausedUntil} {formatFull(pausedUntil)}
        </span>
      )}
    </ListLink>
  )
}
