import { lateTexts } from '../../strings/late.ts'
import { ListLink } from '../../ui/list-link.tsx'
import { Glyph, StatusLine, stateClass } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Ago } from '../../ui/time.tsx'
import type { ReceivedAlert } from './api.ts'
import { ReceivedActions } from './received-actions.tsx'
import styles from './received.module.css'

const words = lateTexts.receivedAlerts

const stateOf = ({ state, severity }: ReceivedAlert): State =>
  state === 'RESOLVED' ? 'PASSING' : severity === 'critical' ? 'FAILING' : 'DEGRADED'

/** The state of an alert, as a shape and its words. */
export const ReceivedState = ({ alert }: { readonly alert: ReceivedAlert }) => (
  <StatusLine className={stateClass[stateOf(alert)]}>
    <Glyph state={stateOf(alert)} />
    {alert.state === 'FIRING' ? words.severities[alert.severity] : words.resolved}
  </StatusLine>
)

export const ReceivedAlertTable = ({ alerts }: { readonly alerts: readonly ReceivedAlert[] }) => (
  <Table isStacked>
    <TableHead columns={[words.state, words.alert, words.from, words.since]} hasActions />
    <tbody>
      {alerts.map((alert) => (
        <tr key={alert.id}>
          <td>
            <ReceivedState alert={alert} />
            <Attention alert={alert} />
          </td>
          <td className={styles.alert}>
            <ListLink className="link" to={`/alerts/received/${alert.id}`}>
              {alert.name}
            </ListLink>
            {alert.summary !== '' && alert.summary !== alert.name && (
              <div className="small mute anywhere">{alert.summary}</div>
            )}
            <Labels labels={alert.labels} />
          </td>
          <td>{alert.sourceName}</td>
          <td>
            <Ago at={alert.startedAt} />
          </td>
          <td>
            <ReceivedActions alert={alert} />
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
)

const Attention = ({ alert: { state, acknowledgedBy, silencedBy } }: { readonly alert: ReceivedAlert }) =>
  state === 'FIRING' && (
    <>
      {acknowledgedBy !== null && <div className="small mute">{words.acknowledgedBy(acknowledgedBy)}</div>}
      {silencedBy.length > 0 && <div className="small mute">{words.silenced}</div>}
    </>
  )

const mostShown = 6

/** Labels but the name, the first of many. */
export const Labels = ({ labels }: Pick<ReceivedAlert, 'labels'>) => {
  const shown = Object.entries(labels).filter(([name]) => name !== 'alertname')
  if (shown.length === 0) return null
  return (
    <div className="row wrap mt4">
      {shown.slice(0, mostShown).map(([name, value]) => (
        <Tag key={name} className={styles.label}>
          {name}={value}
        </Tag>
      ))}
      {shown.length > mostShown && <span className="small mute">+{shown.length - mostShown}</span>}
    </div>
  )
}
