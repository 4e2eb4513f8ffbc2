import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { ListAndDetail } from '../../ui/list-and-detail.tsx'
import { ListLink } from '../../ui/list-link.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { useCheckCounts, useLocations } from './api.ts'
import type { ListedLocation } from './api.ts'
import { connectionOf } from '../../places/connection-of.ts'
import { NewLocation } from './location-form.tsx'
import { LocationTabs } from './location-tabs.tsx'

const words = lateTexts.setup.locations

/** All private locations, and whether agents are connected there, with one of them beside the list. */
export function LocationPanes({
  id,
  children,
}: {
  /** Null: the address names none. */
  readonly id: string | null
  readonly children: (id: string) => ReactNode
}) {
  const list = useLocations()
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

function WhyNone({ list: { data, error, refetch } }: { readonly list: ReturnType<typeof useLocations> }) {
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />
  return data.length === 0 ? <Empty title={words.none}>{words.noneText}</Empty> : null
}

function Entry({ location, checks }: { readonly location: ListedLocation; readonly checks: number | null }) {
  const { id, name, slugName } = location
  const { state, text } = connectionOf(location)
  return (
    <ListLink to={`/locations/${id}`}>
      <span className="row">
        <Glyph state={state} />
        <b>{name}</b>
      </span>
      <span className="small mute">
        <span className="mono">{slugName}</span>
        {checks !== null && `, ${words.counted(checks)}`}, {text}
      </span>
    </ListLink>
  )
}
