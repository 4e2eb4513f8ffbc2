import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { Loaded } from '../../ui/states.tsx'
import { useUsesOfCertificate, useUsesOfRuntime, useUsesOfSnippet, useUsesOfVariable } from './api.ts'
import type { Uses } from './api.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'

const words = lateTexts.setup.usedBy

/** The checks and groups that use a variable. */
export const UsesOfVariable = ({ name }: { readonly name: string }) => <UsedBy query={useUsesOfVariable(name)} />

/** The checks and groups that use a snippet. */
export const UsesOfSnippet = ({ id }: { readonly id: number }) => <UsedBy query={useUsesOfSnippet(id)} />

/** The checks that present a certificate. */
export const UsesOfCertificate = ({ id }: { readonly id: string }) => <UsedBy query={useUsesOfCertificate(id)} />

/** The checks and groups that choose a runtime. */
export const UsesOfRuntime = ({ name }: { readonly name: string }) => <UsedBy query={useUsesOfRuntime(name)} />

const UsedBy = ({ query }: { readonly query: ReturnType<typeof useUsesOfVariable> }) => (
  <Loaded query={query} rows={1}>
    {(uses) => <UseList uses={uses} />}
  </Loaded>
)

function UseList({ uses: { checks, groups, totalChecks, totalGroups } }: { readonly uses: Uses }) {
  if (totalChecks + totalGroups === 0) return <p className="small mute">{words.nothing}</p>
  return (
    <section className="small" aria-label={words.title}>
      <p>{words.counts(totalChecks, totalGroups)}</p>
      <ScrollList isLow>
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
      </ScrollList>
    </section>
  )
}
