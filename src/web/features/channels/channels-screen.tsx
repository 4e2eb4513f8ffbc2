import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useOperation } from '../../api/use-operation.ts'
import type { Answer } from '../../api/operations.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { channelName } from './channel-name.ts'

const words = texts.setup.channels
type Channel = Answer<'listAlertChannels'>['items'][number]

const states: Readonly<Record<Channel['deliveryState'], State>> = {
  OK: 'PASSING',
  FAILING: 'FAILING',
  UNKNOWN: 'PENDING',
}

/** Ways of telling people, and whether each works at this moment. */
export function ChannelsScreen() {
  const list = useOperation(
    'listAlertChannels',
    { query: { limit: 100, includeSubscriptions: false } },
    { everyMs: 30_000 },
  )
  const mayCreate = useMay('createAlertChannel')
  return (
    <Page
      title={words.title}
      actions={
        mayCreate && (
          <Button kind="primary" asChild>
            <Link to="/channels/new">
              <Plus className="ic s" aria-hidden="true" />
              {words.new}
            </Link>
          </Button>
        )
      }
    >
      <Loaded query={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={words.none}>{words.noneText}</Empty>
          ) : (
            <table className="tbl">
              <thead>
                <tr>
                  <th scope="col">{words.name}</th>
                  <th scope="col">{words.type}</th>
                  <th scope="col">{words.works}</th>
                  <th scope="col">{words.lastSent}</th>
                  <th scope="col" className="num">
                    {words.subscriptions}
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((channel) => (
                  <Row key={channel.id} channel={channel} />
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </Page>
  )
}

const Row = ({ channel }: { readonly channel: Channel }) => (
  <tr>
    <td>
      <Link className="quiet" to="/channels/$id" params={{ id: String(channel.id) }}>
        <b>{channelName(channel)}</b>
      </Link>
    </td>
    <td className="dim">{texts.alerts.channels[channel.type] ?? channel.type}</td>
    <td>
      <span className="st">
        <Glyph state={states[channel.deliveryState]} />
        {words.state[channel.deliveryState]}
      </span>
      {channel.lastError && (
        <p className="small dim" style={{ overflowWrap: 'anywhere' }}>
          {channel.lastError.slice(0, 200)}
        </p>
      )}
    </td>
    <td className="dim">
      <Ago at={channel.lastDelivery?.at ?? null} />
    </td>
    <td className="num">{channel.activeSubscriptions}</td>
  </tr>
)
