import { Link, useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, ErrorNote, Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import { rememberKey } from './fresh-keys.ts'

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
      {isNew && <NewLocation onClose={() => setNew(false)} />}
    </Page>
  )
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 30)

function NewLocation({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [slug, setSlug] = useState<string | null>(null)
  const [proxyUrl, setProxyUrl] = useState('')
  const [error, setError] = useState<unknown>(null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const slugName = slug ?? slugOf(name)
  const create = async (): Promise<void> => {
    try {
      const made = await call('createPrivateLocation', {
        body: { name, slugName, ...(proxyUrl && { proxyUrl }) } as never,
      })
      const [key] = made.keys
      if (key) rememberKey(made.id, key.rawKey)
      await client.invalidateQueries({ queryKey: ['listPrivateLocations'] })
      await navigate({ to: '/locations/$id', params: { id: made.id } })
    } catch (thrown) {
      setError(thrown)
    }
  }
  const fields = error instanceof ApiError ? error.fields : {}
  return (
    <Dialog title={words.new} onClose={onClose}>
      <form
        className="stack"
        style={{ gap: 12 }}
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        <ErrorNote error={error} />
        <TextField label={words.name} value={name} onChange={setName} error={fields['name']} isRequired />
        <TextField
          label={words.slug}
          value={slugName}
          onChange={setSlug}
          error={fields['slugName']}
          isRequired
          isMono
        />
        <TextField label={words.proxy} value={proxyUrl} onChange={setProxyUrl} error={fields['proxyUrl']} />
        <div className="acts">
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button kind="primary" type="submit">
            {texts.common.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
