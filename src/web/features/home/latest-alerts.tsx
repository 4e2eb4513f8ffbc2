import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { texts } from '../../strings/index.ts'
import { formatClock } from '../../ui/format.ts'
import { Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'

const words = texts.home

export const alertState = (type: string): State =>
  type.includes('RECOVERY')
    ? 'PASSING'
    : type.endsWith('FAILURE') || type === 'ALERT_FAILURE_REMAIN'
      ? 'FAILING'
      : 'DEGRADED'

/** The alerts of the last hours, the latest first. */
export function LatestAlerts() {
  const alerts = useOperation('listCheckAlerts', { query: { limit: 30 } }, { everyMs: 15_000 })
  return (
    <>
      <div className="pane-h">
        <h2>{words.events}</h2>
      </div>
      <Loaded query={alerts} rows={4}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="padx mute">{words.noEvents}</p>
          ) : (
            items.map(({ id, checkId, name, alertType, startedAt }) => (
              <div key={id} className="ev">
                <time dateTime={startedAt}>{formatClock(startedAt).slice(0, 5)}</time>
                <Glyph state={alertState(alertType)} />
                <p>
                  <Link className="quiet" to="/checks/$id" params={{ id: checkId }}>
                    <b>{name}</b>
                  </Link>{' '}
                  {words.alert[alertType] ?? alertType}
                </p>
              </div>
            ))
          )
        }
      </Loaded>
    </>
  )
}
