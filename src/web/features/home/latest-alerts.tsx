import { memo } from 'react'
import { alertState } from '../../alerting/alert-state.ts'
import { texts } from '../../strings/index.ts'
import { formatBoth, formatDay, formatMinute } from '../../ui/format.ts'
import { ListLink } from '../../ui/list-link.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { Overview } from './api.ts'
import styles from './latest-alerts.module.css'

const words = texts.home

/** The alerts of the last week by day, the latest first, with who was notified of each. */
export const LatestAlerts = memo(function LatestAlerts({ events }: Pick<Overview, 'events'>) {
  const days = Map.groupBy(events, ({ at }) => formatDay(at))
  return (
    <>
      <div className="pane-h">
        <h2>{words.events}</h2>
        <ListLink className="link end" to="/alerts">
          {words.alertLog}
        </ListLink>
      </div>
      {events.length === 0 && <p className="padx mute">{words.noEvents}</p>}
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <div className={styles.day}>{day}</div>
          {ofDay.map(({ id, checkId, checkName, alertType, at, notified }) => (
            <div key={id} className={styles.event}>
              <time dateTime={at} title={formatBoth(at)}>
                {formatMinute(at)}
              </time>
              <Glyph state={alertState(alertType)} />
              <p>
                <ListLink className="quiet" to={`/checks/${checkId}`}>
                  <b>{checkName}</b>
                </ListLink>{' '}
                {words.alert[alertType] ?? alertType}
                {notified.length > 0 && `. ${words.told(notified.join(', '))}`}
              </p>
            </div>
          ))}
        </section>
      ))}
    </>
  )
})
