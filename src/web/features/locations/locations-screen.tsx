import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { LocationForm } from './location-form.tsx'

const words = lateTexts.setup.locations

/** Each location opens at an address of its own. */
const noDetail = (): void => undefined

/** Where checks run from, and whether agents are connected there. */
export function LocationsScreen() {
  const own = useOperation('listPrivateLocations', undefined, { everyMs: 60_000 })
  const all = useOperation('listLocations', undefined, { staleMs: 600_000 })
  const [isNew, setNew] = useState(false)
  const mayCreate = useMay('createPrivateLocation')
  useRowKeys({ keys: own.data?.map(({ id }) => id) ?? [], selected: null, onSelect: noDetail, onClose: noDetail })
  return (
    <Page
      title={words.title}
      actions={
        mayCreate && (
          <Button kind="primary" onClick={() => setNew(true)}>
            <Plus className="ic s" aria-hidden="true" />
            {words.new}
          </Button>
        )
      }
    >
      <section aria-label={words.privateTitle}>
        <Loaded query={own} rows={3}>
          {(list) =>
            list.length === 0 ? (
              <Empty title={words.none}>{words.noneText}</Empty>
            ) : (
              <table className="tbl stacks">
                <thead>
                  <tr>
                    <th scope="col">{words.privateTitle}</th>
                    <th scope="col">{texts.checks.state}</th>
                    <th scope="col">{words.lastSeen}</th>
                  </tr>
                </thead>
                <tbody>
                  {list.map(({ id, name, slugName, agentCount, unavailableSince, lastSeen }) => (
                    <tr key={id} data-row={id}>
                      <td>
                        <Link className="quiet" to="/locations/$id" params={{ id }}>
                          <b>{name}</b>
                        </Link>{' '}
                        <span className="mute mono">{slugName}</span>
                      </td>
                      <td>
                        <span className="st">
                          <Glyph state={(agentCount ?? 0) > 0 ? 'PASSING' : unavailableSince ? 'FAILING' : 'PENDING'} />
                          {(agentCount ?? 0) > 0
                            ? words.agents(agentCount ?? 0)
                            : unavailableSince
                              ? words.unavailable
                              : words.noAgents}
                        </span>
                      </td>
                      <td className="dim" data-label={words.lastSeen}>
                        <Ago at={lastSeen} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }
        </Loaded>
      </section>
      <section className="pane" aria-label={words.publicTitle}>
        <div className="pane-h">
          <h2>{words.publicTitle}</h2>
        </div>
        <Loaded query={all} rows={3}>
          {(list) => (
            <ul className="padx several" style={{ maxHeight: 'none', paddingBottom: 16 }}>
              {list.map(({ region, name }) => (
                <li key={region}>
                  {name} <span className="mute mono">{region}</span>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </section>
      {isNew && <LocationForm location={null} onClose={() => setNew(false)} />}
    </Page>
  )
}
