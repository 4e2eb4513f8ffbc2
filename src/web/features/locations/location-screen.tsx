import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Pencil, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { useOpenThing } from '../../shell/open-thing.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Ago, Moment } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { AddAgent, addAgentId } from './add-agent.tsx'
import { Agents } from './agents.tsx'
import { useCreateKey, useDeleteLocation, useLocation } from './api.ts'
import type { Location } from './api.ts'
import { connectionOf } from '../../places/connection-of.ts'
import { rememberKey } from './fresh-keys.ts'
import { LocationChecks } from './location-checks.tsx'
import { LocationForm } from './location-form.tsx'
import { LocationKeys } from './location-keys.tsx'
import { LocationPanes } from './location-panes.tsx'
import { LocationQueue } from './location-queue.tsx'
import { PublicLocations } from './public-locations.tsx'
import { StateBand } from '../../ui/state-band.tsx'

const words = lateTexts.setup.locations

/** All private locations, with the one that the address names open, or the first; or the public ones. */
export function LocationScreen() {
  const { id } = useParams({ strict: false }) as { readonly id?: string }
  const [{ tab }] = useSearchState()
  if (id === undefined && (tab === 'public' || tab === 'addresses')) return <PublicLocations tab={tab} />
  return <LocationPanes id={id ?? null}>{(opened) => <OpenLocation id={opened} />}</LocationPanes>
}

/** One private location: its agents, its queue, its checks, its keys, and how to start another agent. */
const OpenLocation = ({ id }: { readonly id: string }) => (
  <LoadedPage
    query={useLocation(id)}
    title={lateTexts.audit.types.PRIVATE_LOCATION}
    list={{ to: '/locations', title: words.title }}
  >
    {(location) => <LoadedLocation key={id} location={location} />}
  </LoadedPage>
)

function LoadedLocation({ location }: { readonly location: Location }) {
  const { id, name, slugName, events } = location
  useOpenThing({ kind: 'location', id, name })
  const mayChange = useMay('updatePrivateLocation')
  const createKey = useCreateKey()
  const addKey = (): void =>
    createKey.mutate(
      { params: { id } },
      {
        onSuccess: ({ rawKey }) => {
          rememberKey(id, rawKey)
          showAddAgent()
        },
        onError: toastError,
      },
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
      <Connection location={location} />
      <LocationQueue id={id}>
        <Agents location={location} />
      </LocationQueue>
      <LocationChecks location={slugName} />
      <LocationKeys location={location} mayChange={mayChange} onNew={addKey} />
      {mayChange && <AddAgent location={location} onNewKey={addKey} />}
      <Events events={events} />
      {mayChange && <DeleteLocation id={id} />}
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

function Connection({ location }: { readonly location: Location }) {
  const { state, text } = connectionOf(location)
  return (
    <StateBand state={state} sentence={text} isColoured={false} role="status">
      <span className="dim">
        {words.lastSeen} <Ago at={location.lastSeen} />
      </span>
    </StateBand>
  )
}

function Events({ events }: Pick<Location, 'events'>) {
  if (events.length === 0) return null
  return (
    <section className="pane pad stack" aria-label={words.events}>
      <h2>{words.events}</h2>
      {events.map(({ at, event }) => (
        <p key={`${at}${event}`}>
          <Moment at={at} /> {words.event[event]}
        </p>
      ))}
    </section>
  )
}

function DeleteLocation({ id }: { readonly id: string }) {
  const remove = useDeleteLocation()
  const navigate = useNavigate()
  const onSuccess = (): void => void navigate({ to: '/locations' })
  return (
    <div className="pane pad">
      <DeleteButton
        title={words.deleteTitle}
        text={words.deleteText}
        onDelete={() => remove.mutate({ params: { id } }, { onSuccess, onError: toastError })}
      />
    </div>
  )
}
