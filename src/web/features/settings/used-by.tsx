import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import type { Answer } from '../../api/operations.ts'
import { lateTexts } from '../../strings/late.ts'
import { Loaded } from '../../ui/states.tsx'

const words = lateTexts.setup.usedBy
type Uses = Answer<'getUsesOfVariable'>

/** The checks and groups that use a variable. */
export const UsesOfVariable = ({ name }: { readonly name: string }) => (
  <Loaded query={useOperation('getUsesOfVariable', { params: { key: name } })} rows={1}>
    {(uses) => <UsedBy uses={uses} />}
  </Loaded>
)

/** The checks and groups that use a snippet; nothing while it is new. */
export const UsesOfSnippet = ({ id }: { readonly id: number | null }) => {
  const uses = useOperation('getUsesOfSnippet', { params: { id: id ?? 0 } }, { enabled: id !== null })
  return id === null ? null : (
    <Loaded query={uses} rows={1}>
      {(found) => <UsedBy uses={found} />}
    </Loaded>
  )
}

function UsedBy({ uses: { checks, groups, totalChecks, totalGroups } }: { readonly uses: Uses }) {
  if (totalChecks + totalGroups === 0) return <p className="small mute">{words.nothing}</p>
  return (
    <section className="small" aria-label={words.title}>
      <p>{words.counts(totalChecks, totalGroups)}</p>
      <ul className="uses">
        {groups.map(({ id, name }) => (
          <li key={id}>
            <Link className="link" to="/groups/$id" params={{ id: String(id) }}>
              {name}
            </Link>{' '}
            <span className="mute">{words.group}</span>
          </li>
        ))}
        {checks.map(({ id, name }) => (
          <li key={id}>
            <Link className="link" to="/checks/$id" params={{ id }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
