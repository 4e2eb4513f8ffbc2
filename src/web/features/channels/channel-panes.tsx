import { useNavigate } from '@tanstack/react-router'
import { Check, OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useAllItems } from '../../api/use-all-items.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { ListAndDetail } from '../../ui/list-and-detail.tsx'
import { ListLink } from '../../ui/list-link.tsx'
import { Ago } from '../../ui/time.tsx'
import { channelName } from './channel-name.ts'

const words = lateTexts.setup.channels
type Channel = Answer<'listAlertChannels'>['items'][number]

/** All channels, with one of them beside the list. */
export function ChannelPanes({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const channels = useAllItems('listAlertChannels', { everyMs: 60_000 }).data ?? []
  const navigate = useNavigate()
  return (
    <ListAndDetail
      title={words.title}
      rows={channels.map((channel) => ({ key: String(channel.id), content: <Entry channel={channel} /> }))}
      selected={id}
      onSelect={(key) => void navigate({ to: '/channels/$id', params: { id: key }, replace: true })}
      onClose={() => void navigate({ to: '/channels' })}
    >
      {children}
    </ListAndDetail>
  )
}

function Entry({ channel }: { readonly channel: Channel }) {
  const { id, type, deliveryState, failingSince, lastDelivery, activeSubscriptions } = channel
  const isFailing = deliveryState === 'FAILING'
  return (
    <ListLink to={`/channels/${id}`}>
      <span className="row">
        <b>{channelName(channel)}</b> <span className="ty">{texts.alerts.channels[type] ?? type}</span>
      </span>
      <span className="row small mute">
        <span className="grow">{words.used(activeSubscriptions ?? 0)}</span>
        {isFailing ? (
          <OctagonAlert className="ic s fail" aria-hidden="true" />
        ) : (
          lastDelivery && <Check className="ic s" aria-hidden="true" />
        )}
        <span className={isFailing ? 'fail' : ''}>
          {isFailing ? `${words.state.FAILING} ` : ''}
          {lastDelivery === null ? words.state.UNKNOWN : <Ago at={isFailing ? failingSince : lastDelivery.at} />}
        </span>
      </span>
    </ListLink>
  )
}
