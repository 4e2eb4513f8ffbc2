import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { change, changeAll } from '../../api/change.ts'
import type { Answer } from '../../api/operations.ts'
import { queryKey, useOperation } from '../../api/use-operation.ts'
import { useReadAfterRuns } from '../../live/use-read-after-runs.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { messageOf } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { Ago, Moment } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AddAgent, addAgentId } from './add-agent.tsx'
import { Agents } from './agents.tsx'
import { LocationChecks } from './location-checks.tsx'
import { LocationForm } from './location-form.tsx'
import { LocationKeys } from './location-keys.tsx'
import { LocationPanes } from './location-panes.tsx'
import { LocationQueue } from './location-queue.tsx'
import { PublicLocations } from './public-locations.tsx'
import { rememberKey } from './fresh-keys.ts'

const words = lateTexts.setup.locations
type Location = Answer<'getPrivateLocation'>

/** All private locations, with the one that the address names open, or the first; or the public ones. */
export function LocationScreen() {
  const { id } = useParams({ strict: false }) as { readonly id?: string }
  const [{ tab }] = useSearchState()
  if (id === undefined && (tab === 'public' || tab === 'addresses')) return <PublicLocations tab={tab} />
  return <LocationPanes id={id ?? null}>{(opened) => <OpenLocation id={opened} />}</LocationPanes>
}

/** One private location: its agents, its queue, its checks, its keys, and how to start another agent. */
function OpenLocation({ id }: { readonly id: string }) {
  const input = { params: { id } }
  const location = useOperation('getPrivateLocation', input)
  useReadAfterRuns(queryKey('getPrivateLocation', input), { checkIds: null, leastMs: 10_000 })
  return (
    <LoadedPage
      query={location}
      title={lateTexts.audit.types.PRIVATE_LOCATION}
      list={{ to: '/locations', title: words.title }}
    >
      {(data) => <LoadedLocation key={id} location={data} />}
    </LoadedPage>
  )
}

function LoadedLocation({ location }: { readonly location: Location }) {
  const { id, name, slugName, events } = location
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayChange = useMay('updatePrivateLocation')
  const [, redraw] = useState(0)
  const perform = (work: Promise<unknown>): void =>
    void work.then(
      () => redraw((count) => count + 1),
      (error: unknown) => toast({ text: messageOf(error) }),
    )
  const addKey = (): void =>
    perform(
      change(client, 'createPrivateLocationKey', { params: { id } }).then(({ rawKey }) => {
        rememberKey(id, rawKey)
        showAddAgent()
      }),
    )
  const remove = (): void =>
    perform(
      changeAll(client, async (send) => {
        await send('deletePrivateLocation', { params: { id } })
        await navigate({ to: '/locations' })
      }),
    )
  return (
    <Page
      title={name}
      more={<span className="mono">{slugName}</span>}
      crumbs={
        <>
          <Link to="/locations">{words.title}</Link> /
        </>
      }
      actions={mayChange && <Actions location={location} />}
    >
      <State location={location} />
      <LocationQueue id={id}>
        <Agents location={location} />
      </LocationQueue>
      <LocationChecks location={slugName} />
      <LocationKeys location={location} mayChange={mayChange} onNew={addKey} perform={perform} />
      {mayChange && <AddAgent location={location} onNewKey={addKey} />}
      <Events events={events} />
      {mayChange && (
        <div className="pane pad">
          <DeleteButton title={words.deleteTitle} text={words.deleteText} onDelete={remove} />
        </div>
      )}
    </Page>
  )
}

const showAddAgent = (): void => {
  const section = document.getElementById(addAgentId)
  section?.focus({ preventScroll: true })
  section?.scrollIntoView({ block: 'start' })
}

function Actions({ location }: { readonly location: Location }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <Button size="small" onClick={showAddAgent}>
        <SquareTerminal className="ic s" aria-hidden="true" />
        {words.addAgent}
      </Button>
      <Button size="small" onClick={() => setEditing(true)}>
        <Pencil className="ic s" aria-hidden="true" />
        {texts.common.edit}
      </Button>
      {isEditing && <LocationForm location={location} onClose={() => setEditing(false)} />}
    </>
  )
}

function State({ location: { agentCount, unavailableSince, lastSeen } }: { readonly location: Location }) {
  const isConnected = (agentCount ?? 0) > 0
  return (
    <section className="band" role="status">
      <Glyph state={isConnected ? 'PASSING' : unavailableSince ? 'FAILING' : 'PENDING'} />
      <h2 className="say">
        {isConnected ? words.agents(agentCount ?? 0) : unavailableSince ? words.unavailable : words.noAgents}
      </h2>
      <span className="dim">
        {words.lastSeen} <Ago at={lastSeen} />
      </span>
    </section>
  )
}

function Events({ events }: Pick<Location, 'events'>) {
  if (events.length === 0) return null
  return (
    <section className="pane pad stack" aria-label={words.events}>
      <h2>{words.events}</h2>
      {events.map(({ at, event }) => (
        <p key={`${at}${event}`}>
          <Moment at={at} /> {words.event[event] ?? event}
        </p>
      ))}
    </section>
  )
}
