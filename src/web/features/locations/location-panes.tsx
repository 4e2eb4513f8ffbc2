import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { lateTexts } from '../../strings/late.ts'
import { ListAndDetail } from '../../ui/list-and-detail.tsx'
import { ListLink } from '../../ui/list-link.tsx'
import { Glyph } from '../../ui/status.tsx'

const words = lateTexts.setup.locations
type Location = Answer<'listPrivateLocations'>[number]

/** All private locations, with one of them beside the list. */
export function LocationPanes({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const locations = useOperation('listPrivateLocations', undefined, { everyMs: 10_000 }).data ?? []
  const navigate = useNavigate()
  return (
    <ListAndDetail
      title={words.title}
      rows={locations.map((location) => ({ key: location.id, content: <Entry location={location} /> }))}
      selected={id}
      onSelect={(key) => void navigate({ to: '/locations/$id', params: { id: key }, replace: true })}
      onClose={() => void navigate({ to: '/locations' })}
    >
      {children}
    </ListAndDetail>
  )
}

function Entry({ location: { id, name, slugName, agentCount, unavailableSince } }: { readonly location: Location }) {
  const isConnected = (agentCount ?? 0) > 0
  return (
    <ListLink to={`/locations/${id}`}>
      <span className="row">
        <Glyph state={isConnected ? 'PASSING' : unavailableSince ? 'FAILING' : 'PENDING'} />
        <b>{name}</b>
      </span>
      <span className="small mute">
        <span className="mono">{slugName}</span>,{' '}
        {isConnected ? words.agents(agentCount ?? 0) : unavailableSince ? words.unavailable : words.noAgents}
      </span>
    </ListLink>
  )
}
