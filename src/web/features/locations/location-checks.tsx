import { Link } from '@tanstack/react-router'
import { useAllItems } from '../../api/use-all-items.ts'
import { useOperation } from '../../api/use-operation.ts'
import { lateTexts } from '../../strings/late.ts'
import { ListLink } from '../../ui/list-link.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'

const words = lateTexts.setup.locations
const shown = 8

/** The groups and the checks that use the location, failing first. */
export function LocationChecks({ location }: { readonly location: string }) {
  const list = useOperation('listCheckRows', { query: { location, limit: shown } })
  const allGroups = useAllItems('listCheckGroups', { staleMs: 60_000 }).data ?? []
  const groups = allGroups.filter(({ privateLocations }) => privateLocations?.includes(location))
  return (
    <section className="pane pad stack" aria-label={words.checks}>
      <h2>{words.checks}</h2>
      {groups.map(({ id, name }) => (
        <p key={id}>
          {words.allOfGroup}{' '}
          <Link className="link" to="/groups/$id" params={{ id: String(id) }}>
            {name}
          </Link>
        </p>
      ))}
      <Loaded query={list} rows={2}>
        {({ entries, counts }) => {
          const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
          if (all === 0) return groups.length === 0 && <p className="mute">{words.noChecks}</p>
          return (
            <>
              <ul className="stack" style={{ gap: 4 }}>
                {entries.map(({ id, name, state }) => (
                  <li key={id} className="row">
                    <Status state={state} />
                    <ListLink className="quiet trunc" to={`/checks/${id}`}>
                      {name}
                    </ListLink>
                  </li>
                ))}
              </ul>
              <p>
                <Link className="link" to="/checks" search={{ location }}>
                  {words.inChecks(all)}
                </Link>
              </p>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
