import { Link } from '@tanstack/react-router'
import { texts } from '../../strings/index.ts'
import { ListLink } from '../../ui/list-link.tsx'
import { MutedLine } from '../../muting/muted-line.tsx'
import styles from './muted-checks.module.css'
import { useMutedChecks } from './api.ts'

const words = texts.home
const listedAtMost = 5

/** The checks about which nobody is notified, because somebody muted or snoozed them. */
export function MutedChecks() {
  const { data } = useMutedChecks(listedAtMost)
  if (data === undefined || data.entries.length === 0) return null
  const all = Object.values(data.counts).reduce((sum, count) => sum + count, 0)
  return (
    <section className={`padx ${styles.muted}`} aria-label={texts.checks.muted}>
      {data.entries.map((row) => (
        <MutedLine key={row.id} row={row}>
          <ListLink className="quiet" to={`/checks/${row.id}`}>
            <b>{row.name}</b>
          </ListLink>
        </MutedLine>
      ))}
      {all > data.entries.length && (
        <Link className="link small" to="/checks" search={{ muted: 'true' }}>
          {words.more(all - data.entries.length)}
        </Link>
      )}
    </section>
  )
}
