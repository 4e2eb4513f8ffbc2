import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useAllItems } from '../../api/use-all-items.ts'
import type { Answer } from '../../api/operations.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { formatFull } from '../../ui/format.ts'
import { Ago } from '../../ui/time.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { channelName } from './channel-name.ts'

const words = lateTexts.setup.channels
type Channel = Answer<'listAlertChannels'>['items'][number]

const states: Readonly<Record<Channel['deliveryState'], State>> = {
  OK: 'PASSING',
  FAILING: 'FAILING',
  UNKNOWN: 'PENDING',
}

/** Fewer are found at a glance. */
const searchedFrom = 10

const textOf = (channel: Channel): string =>
  `${channelName(channel)} ${texts.alerts.channels[channel.type] ?? channel.type}`.toLowerCase()

/** Each channel opens at an address of its own. */
const noDetail = (): void => undefined

/** Ways of telling people, and whether each works at this moment. */
export function ChannelsScreen() {
  const list = useAllItems('listAlertChannels', { everyMs: 60_000 })
  const [search, change] = useSearchState()
  const mayCreate = useMay('createAlertChannel')
  const wanted = (search['q'] ?? '').toLowerCase()
  const found = list.data?.filter((channel) => textOf(channel).includes(wanted)) ?? []
  useRowKeys({ keys: found.map(({ id }) => String(id)), selected: null, onSelect: noDetail, onClose: noDetail })
  return (
    <Page
      title={words.title}
      more={list.data && words.count(list.data.length)}
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
        {(channels) => {
          return channels.length === 0 ? (
            <Empty title={words.none}>{words.noneText}</Empty>
          ) : (
            <>
              {channels.length >= searchedFrom && (
                <div className="row padx filters">
                  <SearchField
                    label={words.find}
                    placeholder={words.find}
                    value={search['q'] ?? ''}
                    onChange={(q) => change({ q })}
                  />
                </div>
              )}
              {found.length === 0 && <Empty title={words.noMatch} />}
              <table className="tbl stacks">
                <thead>
                  <tr>
                    <th scope="col">{words.name}</th>
                    <th scope="col">{words.type}</th>
                    <th scope="col">{words.works}</th>
                    <th scope="col">{words.lastTry}</th>
                    <th scope="col" className="num">
                      {words.subscriptions}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {found.map((channel) => (
                    <Row key={channel.id} channel={channel} />
                  ))}
                </tbody>
              </table>
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

const Row = ({ channel }: { readonly channel: Channel }) => (
  <tr data-row={channel.id}>
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
        {channel.deliveryState === 'FAILING' && channel.failingSince && (
          <span className="mute">
            <Ago at={channel.failingSince} />
          </span>
        )}
      </span>
      {channel.pausedUntil && Date.parse(channel.pausedUntil) > Date.now() && (
        <p className="small dim">
          {words.pausedUntil} {formatFull(channel.pausedUntil)}
        </p>
      )}
      {channel.lastError && (
        <p className="small dim" style={{ overflowWrap: 'anywhere' }}>
          {channel.lastError.slice(0, 200)}
        </p>
      )}
    </td>
    <td className="dim" data-label={words.lastTry}>
      <Ago at={channel.lastDelivery?.at ?? null} />
      {channel.lastDelivery && channel.lastDelivery.outcome !== 'sent' && (
        <span className="small">, {words.failedTry}</span>
      )}
    </td>
    <td className="num" data-label={words.subscriptions}>
      {channel.activeSubscriptions}
    </td>
  </tr>
)
