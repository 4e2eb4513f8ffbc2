import { lateTexts } from '../../strings/late.ts'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { Ago } from '../../ui/time.tsx'
import { agentsOf } from './agents-of.ts'
import styles from './agents.module.css'
import type { Location } from './api.ts'
import { Table } from '../../ui/table.tsx'

const words = lateTexts.setup.locations

/** The connected agents of a location: how busy each is, its version, and when it last called. */
export function Agents({ location }: { readonly location: Pick<Location, 'runningAgents'> }) {
  const agents = agentsOf(location)
  if (agents.length === 0) return null
  return (
    <section className="pane" aria-label={words.agentList}>
      <div className="pane-h">
        <h2>{words.agentList}</h2>
      </div>
      <Table isFlat isStacked>
        <TableHead columns={[words.agent, words.agentVersion, words.jobs, words.lastSeen]} />
        <tbody>
          {agents.map(({ id, name, version, isOutdated, lastSeenAt, running, places }) => (
            <tr key={id}>
              <td className="mono" title={id}>
                {name}
              </td>
              <td>
                <StatusLine>
                  <Glyph state={isOutdated ? 'DEGRADED' : 'PASSING'} />
                  {version}
                  {isOutdated && `, ${words.outdated}`}
                </StatusLine>
              </td>
              <td data-label={words.jobs}>
                <span className="row">
                  <span className={styles.meter} aria-hidden="true">
                    <i
                      className={styles.used}
                      style={{ width: `${Math.min(1, running / Math.max(1, places)) * 100}%` }}
                    />
                  </span>
                  <span className="small nw">{words.ofPlaces(running, places)}</span>
                </span>
              </td>
              <td className="dim" data-label={words.lastSeen}>
                <Ago at={lastSeenAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
