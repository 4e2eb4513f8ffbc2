import { Pencil, Rocket } from 'lucide-react'
import { memo } from 'react'
import { alertState } from '../../alerting/alert-state.ts'
import { texts } from '../../strings/index.ts'
import { formatBoth, formatDay, formatMinute } from '../../ui/format.ts'
import { ListLink } from '../../ui/list-link.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { Overview } from './api.ts'
import styles from './recent-events.module.css'

const words = texts.home

type Event = Overview['events'][number]
type Change = Overview['changes'][number]

/** The alerts of the last week with who was notified, deployments and changes of checks by day, the latest first. */
export const RecentEvents = memo(function RecentEvents({ events, changes }: Pick<Overview, 'events' | 'changes'>) {
  const all = [...events, ...changes].toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const days = Map.groupBy(all, ({ at }) => formatDay(at))
  return (
    <>
      <div className="pane-h">
        <h2>{words.events}</h2>
        <ListLink className="link end" to="/alerts">
          {words.alertLog}
        </ListLink>
      </div>
      {all.length === 0 && <p className="padx mute">{words.noEvents}</p>}
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <div className={styles.day}>{day}</div>
          {ofDay.map((one) => (
            <div key={one.id} className={styles.event}>
              <time dateTime={one.at} title={formatBoth(one.at)}>
                {formatMinute(one.at)}
              </time>
              {'alertType' in one ? <Alert event={one} /> : <Changed change={one} />}
            </div>
          ))}
        </section>
      ))}
    </>
  )
})

const Alert = ({ event: { alertType, checkId, checkName, notified } }: { readonly event: Event }) => (
  <>
    <Glyph state={alertState(alertType)} />
    <p>
      <ListLink className="quiet" to={`/checks/${checkId}`}>
        <b>{checkName}</b>
      </ListLink>{' '}
      {words.alert[alertType] ?? alertType}
      {notified.length > 0 && `. ${words.told(notified.join(', '))}`}
    </p>
  </>
)

const addresses = { CHECK: '/checks', CHECK_GROUP: '/groups' } as const

function Changed({ change }: { readonly change: Change }) {
  const { kind, actorName, action, resourceType, resourceId, resourceName, count } = change
  const Icon = kind === 'DEPLOYMENT' ? Rocket : Pencil
  const name = resourceName ?? resourceId ?? ''
  const what = kind === 'DEPLOYMENT' ? words.deployed : words.changed[action]
  return (
    <>
      <Icon aria-hidden="true" />
      <p>
        {actorName && <b>{actorName}</b>} {what}{' '}
        {count > 1 ? (
          words.things(count)
        ) : resourceId !== null && action !== 'DELETED' ? (
          <ListLink className="quiet" to={`${addresses[resourceType]}/${resourceId}`}>
            <b>{name}</b>
          </ListLink>
        ) : (
          <b>{name}</b>
        )}
      </p>
    </>
  )
}
