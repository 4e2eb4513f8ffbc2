import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { ListLink } from '../../ui/list-link.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { useChecksOf, useGroupsOf } from './api.ts'

const words = lateTexts.setup.locations
const shown = 8

/** The groups and the checks that use the location, failing first. */
export function LocationChecks({ location }: { readonly location: string }) {
  const list = useChecksOf(location, shown)
  const groups = useGroupsOf(location)
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
              <ul className="stack gap4">
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
