import { useQuery } from '@tanstack/react-query'
import { serviceUrl } from '../../api/call.ts'
import { texts } from '../../strings/index.ts'
import { Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { SettingsFrame } from './settings-frame.tsx'

const words = texts.setup.settings

interface Health {
  readonly status: string
  readonly findings: readonly { readonly name: string; readonly ok: boolean; readonly message: string }[]
}

/** What the service knows of itself, as `/health` says it. */
export function HealthScreen() {
  const health = useQuery<Health>({
    queryKey: ['health'],
    // It answers 503 with the same body when something is wrong.
    queryFn: async ({ signal }) => (await (await fetch(serviceUrl('/health'), { signal })).json()) as Health,
    refetchInterval: 10_000,
  })
  return (
    <SettingsFrame title={words.health}>
      <Loaded query={health}>
        {({ status, findings }) => (
          <>
            <section className={`band ${status === 'ok' ? 'pass' : 'fail'}`} role="status">
              <Glyph state={status === 'ok' ? 'PASSING' : 'FAILING'} />
              <h2 className="say">{status === 'ok' ? words.healthy : words.unhealthy}</h2>
            </section>
            <table className="tbl" tabIndex={0} aria-label={words.health}>
              <tbody>
                {findings.map(({ name, ok, message }) => (
                  <tr key={name}>
                    <th scope="row">
                      <span className="st">
                        <Glyph state={ok ? 'PASSING' : 'FAILING'} />
                        {name}
                      </span>
                    </th>
                    <td>{message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </Loaded>
    </SettingsFrame>
  )
}
