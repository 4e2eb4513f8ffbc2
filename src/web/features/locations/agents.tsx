import type { Answer } from '../../api/operations.ts'
import { lateTexts } from '../../strings/late.ts'
import { Glyph } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'

const words = lateTexts.setup.locations

/** The connected agents of a location, each with its version and when it last called. */
export function Agents({
  versions,
}: {
  readonly versions: NonNullable<Answer<'getPrivateLocation'>['runningAgents']>
}) {
  const agents = versions.flatMap(({ version, isOutdated, agents: own }) =>
    own.map((agent) => ({ ...agent, version, isOutdated })),
  )
  if (agents.length === 0) return null
  return (
    <section className="pane" aria-label={words.agentList}>
      <div className="pane-h">
        <h2>{words.agentList}</h2>
      </div>
      <table className="tbl flat stacks">
        <thead>
          <tr>
            <th scope="col">{words.agent}</th>
            <th scope="col">{words.agentVersion}</th>
            <th scope="col">{words.lastSeen}</th>
          </tr>
        </thead>
        <tbody>
          {agents.map(({ id, version, isOutdated, lastSeenAt }) => (
            <tr key={id}>
              <td className="mono">{id}</td>
              <td>
                <span className="st">
                  <Glyph state={isOutdated ? 'DEGRADED' : 'PASSING'} />
                  {version}
                  {isOutdated && `, ${words.outdated}`}
                </span>
              </td>
              <td className="dim" data-label={words.lastSeen}>
                <Ago at={lastSeenAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
