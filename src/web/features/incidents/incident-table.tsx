import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { formatDuration, formatMonth } from '../../ui/format.ts'
import { Glyph, stateClass, StatusLine } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Moment, Since } from '../../ui/time.tsx'
import type { ListedIncident } from './api.ts'
import styles from './incidents.module.css'
import type { Section } from './months.ts'
import { affectedText, openerOf, severityOf, stateOfIncident } from './states.ts'

const words = lateTexts.incidents
const columns = 5

interface IncidentTableProps {
  readonly sections: readonly Section[]
  /** Whether the list would show open incidents, so that none are worth a sentence. */
  readonly saysNothingOpen: boolean
}

export const IncidentTable = ({ sections, saysNothingOpen }: IncidentTableProps) => (
  <Table isStacked className={styles.incidents}>
    <thead>
      <tr>
        <th scope="col">{words.one}</th>
        <th scope="col">{words.status}</th>
        <th scope="col">{words.affects}</th>
        <th scope="col" className="num">
          {words.since}
        </th>
        <th scope="col" className="num">
          {words.duration}
        </th>
      </tr>
    </thead>
    {saysNothingOpen && sections[0]?.month !== null && (
      <tbody>
        <Heading text={words.open} />
        <tr>
          <td colSpan={columns} className="mute">
            {words.noneOpen}
          </td>
        </tr>
      </tbody>
    )}
    {sections.map(({ month, incidents }) => (
      <tbody key={month?.getTime() ?? 'open'}>
        <Heading text={month === null ? words.open : formatMonth(month)} />
        {incidents.map((incident) => (
          <Row key={incident.id} incident={incident} />
        ))}
      </tbody>
    ))}
  </Table>
)

const Heading = ({ text }: { readonly text: string }) => (
  <tr className={styles.section}>
    <th colSpan={columns} scope="rowgroup">
      {text}
    </th>
  </tr>
)

const Row = ({ incident }: { readonly incident: ListedIncident }) => (
  <tr>
    <td>
      <Link className="quiet" to="/incidents/$id" params={{ id: incident.id }}>
        <b>{incident.name}</b>
      </Link>{' '}
      <Marks incident={incident} />
      <div className="mute small">
        {openerOf(incident) === null ? words.openedByPerson : words.openedBy(openerOf(incident) ?? '')}
      </div>
    </td>
    <td>
      <IncidentStatusLine incident={incident} />
    </td>
    <td className="dim">
      {affectedText(incident)}
      <div className="mute small">{incident.pages.map(({ name }) => name).join(', ')}</div>
    </td>
    <td className="num">
      <Moment at={incident.startedAt} />
    </td>
    <td className="num">
      <IncidentDuration incident={incident} />
    </td>
  </tr>
)

/** "Major · Identified": how bad it is or was, and how far it is. */
const IncidentStatusLine = ({ incident }: { readonly incident: ListedIncident }) => (
  <StatusLine className={stateClass[stateOfIncident(incident)]}>
    <Glyph state={stateOfIncident(incident)} />
    {severityOf(incident.severity)} · {words.statuses[incident.status]}
  </StatusLine>
)

export const Marks = ({ incident }: { readonly incident: ListedIncident }) => (
  <>
    {!incident.isPublished && <Tag>{words.hidden}</Tag>} {incident.takenOverAt !== null && <Tag>{words.takenOver}</Tag>}
  </>
)

export const IncidentDuration = ({ incident: { startedAt, resolvedAt } }: { readonly incident: ListedIncident }) =>
  resolvedAt === null ? (
    <Since at={startedAt} />
  ) : (
    <>{formatDuration(Math.max(0, Date.parse(resolvedAt) - Date.parse(startedAt)))}</>
  )
