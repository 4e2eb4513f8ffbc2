import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/operations.ts'
import { queryKey, useOperation } from '../../api/use-operation.ts'
import { useReadAfterRuns } from '../../live/use-read-after-runs.ts'
import { lateTexts } from '../../strings/late.ts'
import { ListAndDetail } from '../../ui/list-and-detail.tsx'
import { ListLink } from '../../ui/list-link.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { LocationTabs } from './location-tabs.tsx'
import { NewLocation } from './location-form.tsx'
import { useCheckCounts } from './use-check-counts.ts'

const words = lateTexts.setup.locations
type Location = Answer<'listPrivateLocations'>[number]

/** All private locations, and whether agents are connected there, with one of them beside the list. */
export function LocationPanes({
  id,
  children,
}: {
  /** Null: the address names none. */
  readonly id: string | null
  readonly children: (id: string) => ReactNode
}) {
  const list = useOperation('listPrivateLocations')
  useReadAfterRuns(queryKey('listPrivateLocations'), { checkIds: null, leastMs: 30_000 })
  const locations = list.data ?? []
  const navigate = useNavigate()
  const checks = useCheckCounts()
  return (
    <ListAndDetail
      title={words.title}
      actions={<NewLocation />}
      tabs={<LocationTabs current="private" />}
      head={<WhyNone list={list} />}
      rows={locations.map((location) => ({
        key: location.id,
        content: <Entry location={location} checks={checks?.get(location.slugName) ?? null} />,
      }))}
      selected={id}
      first={locations[0]?.id ?? null}
      onSelect={(key) => void navigate({ to: '/locations/$id', params: { id: key }, replace: true })}
      onClose={() => void navigate({ to: '/locations' })}
    >
      {children}
    </ListAndDetail>
  )
}

function WhyNone({ list: { data, error, refetch } }: { readonly list: ReturnType<typeof useOperation> }) {
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />
  return Array.isArray(data) && data.length === 0 ? <Empty title={words.none}>{words.noneText}</Empty> : null
}

function Entry({
  location: { id, name, slugName, agentCount, unavailableSince },
  checks,
}: {
  readonly location: Location
  readonly checks: number | null
}) {
  const isConnected = (agentCount ?? 0) > 0
  return (
    <ListLink to={`/locations/${id}`}>
      <span className="row">
        <Glyph state={isConnected ? 'PASSING' : unavailableSince ? 'FAILING' : 'PENDING'} />
        <b>{name}</b>
      </span>
      <span className="small mute">
        <span className="mono">{slugName}</span>
        {checks !== null && `, ${words.counted(checks)}`},{' '}
        {isConnected ? words.agents(agentCount ?? 0) : unavailableSince ? words.unavailable : words.noAgents}
      </span>
    </ListLink>
  )
}
