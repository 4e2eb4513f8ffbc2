import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { browserName } from '../../../ui/browser-name.ts'
import { TableHead } from '../../../ui/table-head.tsx'
import { Moment, momentOfMinute } from '../../../ui/time.tsx'
import type { AuditEntry } from '../api.ts'
import { AuditDetails } from './audit-details.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Table } from '../../../ui/table.tsx'

const words = lateTexts.audit

export const AuditTable = ({ entries }: { readonly entries: readonly AuditEntry[] }) => (
  <Table isStacked>
    <TableHead columns={[words.time, words.who, words.what, words.where]} />
    <tbody>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </tbody>
  </Table>
)

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { actor, action, operation, resource, address } = entry
  const until = endOf(entry)
  const name = nameOf(entry)
  return (
    <Fragment>
      <tr>
        <td className="nw dim">
          <Moment at={entry.createdAt} />
        </td>
        <td className="dim">
          {actor.name ?? words.actors[actor.type]}{' '}
          {actor.name !== null && actor.type !== 'PERSON' && (
            <span className="mute small">{words.actors[actor.type]}</span>
          )}
        </td>
        <td>
          <span className="row wrap anywhere">
            <Button
              kind="ghost"
              size="small"
              isIcon
              aria-label={words.show(name)}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? (
                <ChevronDown className="ic s" aria-hidden="true" />
              ) : (
                <ChevronRight className="ic s" aria-hidden="true" />
              )}
            </Button>
            <Tag>{words.performed[operation] ?? words.actions[action]}</Tag>
            {resource && words.types[resource.type]}
            <b>{name}</b>
            {until && <span className="dim">{words.until(momentOfMinute(until))}</span>}
          </span>
        </td>
        <td className="mute small">{address}</td>
      </tr>
      {isOpen && (
        <tr id={id}>
          <td colSpan={4}>
            <AuditDetails entry={entry} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

/** When what was muted or snoozed is notified again. */
const endOf = ({ changes }: AuditEntry): string | undefined =>
  changes.flatMap(({ path, after }) => (ends.has(path) && typeof after === 'string' ? [after] : []))[0]
const ends: ReadonlySet<string> = new Set(['mutedUntil', 'snoozedUntil'])

/** The resource of an entry; without one, its action. */
const nameOf = ({ resource, operation }: AuditEntry): string => {
  if (resource === null) return operation
  const name = resource.name ?? resource.id ?? ''
  return resource.type === 'BROWSER_SESSION' ? browserName(name) : name
}
