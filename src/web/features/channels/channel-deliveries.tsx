import { OctagonAlert } from 'lucide-react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { formatFull } from '../../ui/format.ts'
import { ListLink } from '../../ui/list-link.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Moment } from '../../ui/time.tsx'
import { OutcomeIcon, whyOf } from '../../alerting/outcome.tsx'
import { useDeliveries } from './api.ts'
import type { Channel } from './api.ts'
import { AttemptStrip, attemptsOf } from './attempt-strip.tsx'
import { Note } from '../../ui/note.tsx'
import { reasonText } from '../../strings/reason-text.ts'

const words = lateTexts.setup.channels

/** The current error of the channel, if there is one. */
export function ChannelTrouble({ channel }: { readonly channel: Channel }) {
  const { deliveryState, failingSince, consecutiveFailures, lastError } = channel
  if (deliveryState !== 'FAILING') return null
  return (
    <Note kind="failing" role="status">
      <OctagonAlert className="ic s" aria-hidden="true" />
      <div className="grow anywhere">
        <b>{words.failsSince(failingSince === null ? null : formatFull(failingSince))}</b>{' '}
        {lateTexts.alertDetail.failures(consecutiveFailures)} {reasonText(lastError ?? '').slice(0, 500)}
      </div>
    </Note>
  )
}

/** The latest notifications over a channel within a day, each with how it went. */
export function ChannelDeliveries({ channel: { id, recentOutcomes } }: { readonly channel: Channel }) {
  const list = useDeliveries(id)
  return (
    <section className="pad stack pane" aria-label={words.deliveries}>
      <div className="row">
        <h2 className="grow">{words.deliveries}</h2>
        <ListLink className="link small" to={`/alerts?channel=${id}`}>
          {words.inLog}
        </ListLink>
      </div>
      {recentOutcomes.length > 0 && (
        <div>
          <AttemptStrip outcomes={recentOutcomes} isLarge />
          <p className="small mute">{attemptsOf(recentOutcomes)}</p>
        </div>
      )}
      <Loaded query={list} rows={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="mute">{words.noDeliveries}</p>
          ) : (
            <ul className="stack">
              {items.map((item) => (
                <li key={item.id}>
                  <span className="row">
                    <OutcomeIcon status={item.status} />
                    <ListLink className="link" to={`/alerts?channel=${id}&notification=${item.id}`}>
                      {item.timestamp ? <Moment at={item.timestamp} /> : item.checkName}
                    </ListLink>
                    <span className="trunc">{item.checkName}</span>
                  </span>
                  <p className="small dim anywhere">
                    {texts.alerts.status[item.status]}. {whyOf(item).slice(0, 120)}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
