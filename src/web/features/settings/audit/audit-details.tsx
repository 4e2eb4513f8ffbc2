import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../../strings/late.ts'
import { useSearchState } from '../../../ui/search-state.ts'
import type { AuditEntry } from '../api.ts'
import styles from './audit-details.module.css'

const words = lateTexts.audit
type Resource = NonNullable<AuditEntry['resource']>

/** Where a resource is shown that still is there. */
const screens: { readonly [K in Resource['type']]?: (id: string) => string } = {
  ACCOUNT: () => '/settings/alerts',
  ALERT_CHANNEL: (id) => `/channels/${id}`,
  API_KEY: () => '/settings/keys',
  CHECK: (id) => `/checks/${id}`,
  CHECK_GROUP: (id) => `/groups/${id}`,
  INVITE: () => '/settings/members',
  MEMBER: () => '/settings/members',
  PRIVATE_LOCATION: (id) => `/locations/${id}`,
  SNIPPET: () => '/settings/snippets',
  TEST_SESSION: (id) => `/test-sessions/${id}`,
  VARIABLE: () => '/settings/variables',
}

/** Everything an entry knows: each field before and after, by which operation, with which program. */
export function AuditDetails({ entry }: { readonly entry: AuditEntry }) {
  const { changes, operation, userAgent, fault, resource, action } = entry
  return (
    <div className={`stack ${styles.details}`}>
      {changes.length === 0 ? (
        <p className="dim">{words.noChanges}</p>
      ) : (
        <div className={styles.changes} role="table" aria-label={words.show(resource?.name ?? operation)}>
          <Row cells={[words.field, words.before, words.after]} role="columnheader" />
          {changes.map(({ path, before, after }) => (
            <Row key={path} cells={[path, textOf(before), textOf(after)]} role="cell" />
          ))}
        </div>
      )}
      <p className="small dim anywhere">
        {words.operation}: <code>{operation}</code>
        {fault && (
          <>
            {' '}
            · {words.fault}: <code>{fault}</code>
          </>
        )}
        {userAgent && (
          <>
            {' '}
            · {words.userAgent}: {userAgent}
          </>
        )}
      </p>
      {resource && <Leads resource={resource} isGone={action === 'DELETED'} />}
    </div>
  )
}

interface RowProps {
  readonly cells: readonly string[]
  readonly role: 'cell' | 'columnheader'
}

const Row = ({ cells, role }: RowProps) => (
  <div role="row" className={styles.row}>
    {cells.map((cell, index) => (
      <div key={index} role={role} className={styles[role]}>
        {cell}
      </div>
    ))}
  </div>
)

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return words.nothing
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function Leads({ resource: { type, id, name }, isGone }: { readonly resource: Resource; readonly isGone: boolean }) {
  const [, change] = useSearchState()
  if (id === null) return null
  const to = isGone ? undefined : screens[type]?.(id)
  return (
    <div className="row gap16">
      {to && (
        <Link className="link" to={to}>
          {words.open}
        </Link>
      )}
      <button type="button" className="link" onClick={() => change({ id, name: name ?? '', type })}>
        {words.history}
      </button>
    </div>
  )
}
