import { Link } from '@tanstack/react-router'
import type { Answer } from '../../api/operations.ts'
import { texts } from '../../strings/index.ts'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { Moment } from '../../ui/time.tsx'
import { alertState } from '../home/latest-alerts.tsx'

const words = texts.alerts
type Item = Answer<'listAlertNotifications'>['items'][number]

const glyphs: Readonly<Record<Item['status'], State>> = {
  SUCCESS: 'PASSING',
  IN_PROGRESS: 'PENDING',
  FAILURE: 'FAILING',
  RATE_LIMITED: 'DEGRADED',
  SILENCED: 'PAUSED',
}

/** Who was notified of what, and who was not and why. */
export const NotificationTable = ({ items }: { readonly items: readonly Item[] }) => (
  <table className="tbl">
    <thead>
      <tr>
        <th scope="col">{words.time}</th>
        <th scope="col">{words.alert}</th>
        <th scope="col">{words.check}</th>
        <th scope="col">{words.channel}</th>
        <th scope="col">{words.outcome}</th>
      </tr>
    </thead>
    <tbody>
      {items.map((item) => (
        <tr key={item.id}>
          <td>{item.timestamp && <Moment at={item.timestamp} />}</td>
          <td className="nw">
            <Glyph state={alertState(item.alertType)} /> {words.types[item.alertType] ?? item.alertType}
          </td>
          <td>
            <Link className="quiet" to="/checks/$id" params={{ id: item.checkId }}>
              {item.checkName}
            </Link>
          </td>
          <td className="nw dim">{item.type === null ? words.nobody : (words.channels[item.type] ?? item.type)}</td>
          <td>
            <span className="st">
              <Glyph state={glyphs[item.status]} />
              {words.status[item.status]}
            </span>
            <p className="small dim" style={{ overflowWrap: 'anywhere' }}>
              {item.silenceReason ? words.silence[item.silenceReason] : item.notificationResult?.slice(0, 300)}
            </p>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
