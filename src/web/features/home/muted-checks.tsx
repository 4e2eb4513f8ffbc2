import { Link } from '@tanstack/react-router'
import { texts } from '../../strings/index.ts'
import { ListLink } from '../../ui/list-link.tsx'
import { MutedLine } from '../../muting/muted-line.tsx'
import styles from './muted-checks.module.css'
import { useMutedChecks } from './api.ts'
import type { Overview } from './api.ts'
import { SilentNow } from './silent-now.tsx'

const words = texts.home
const listedAtMost = 5

/** The alerts that are held back now, and the checks that somebody muted or snoozed. */
export function MutedChecks({ silenced }: Pick<Overview, 'silenced'>) {
  const { data } = useMutedChecks(listedAtMost)
  const entries = data?.entries ?? []
  if (entries.length === 0 && silenced.checks === 0) return null
  const all = Object.values(data?.counts ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <section className={`padx ${styles.muted}`} aria-label={texts.checks.muted}>
      <SilentNow silenced={silenced} />
      {entries.map((row) => (
        <MutedLine key={row.id} row={row}>
          <ListLink className="quiet" to={`/checks/${row.id}`}>
            <b>{row.name}</b>
          </ListLink>
        </MutedLine>
      ))}
      {all > entries.length && (
        <Link className="link small" to="/checks" search={{ muted: 'true' }}>
          {words.more(all - entries.length)}
        </Link>
      )}
    </section>
  )
}
