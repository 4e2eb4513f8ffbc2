import { useAllItems } from '../api/use-all-items.ts'
import { useOperation } from '../api/use-operation.ts'
import { connectionOf } from '../places/connection-of.ts'
import { texts } from '../strings/index.ts'
import { lateTexts } from '../strings/late.ts'
import { stateOfPublic } from '../ui/state-of-public.ts'
import { Glyph } from '../ui/status.tsx'
import type { State } from '../ui/status.tsx'
import type { Found } from './api.ts'

type Hit = Pick<Found, 'kind' | 'id'>
/** Undefined until they are read. */
export type CheckStates = ReadonlyMap<string, State> | undefined

const staleMs = 10_000

/** The states of the checks among found things, by their ids. */
export function useCheckStates(hits: readonly Hit[]): CheckStates {
  const checkId = [...new Set(hits.flatMap(({ kind, id }) => (kind === 'check' ? id : [])))].toSorted()
  const { data } = useOperation(
    'listCheckRows',
    { query: { checkId, limit: 100 } },
    { enabled: checkId.length > 0, staleMs, keepsPrevious: true },
  )
  return data && new Map(data.entries.map(({ id, state }) => [id, state]))
}

interface ById {
  readonly id: string
}

/** The kinds whose states are not read together. */
const statesByKind: Readonly<Partial<Record<Hit['kind'], React.ComponentType<ById>>>> = {
  group: OfGroup,
  channel: OfChannel,
  location: OfLocation,
  'status-page': OfPage,
  incident: OfIncident,
  'maintenance-window': OfWindow,
  dashboard: OfDashboard,
}

/** How a found thing is: a check, the worst check of a group, the deliveries of a channel, and so on. */
export function StateOfHit({ kind, id, states }: Hit & { readonly states: CheckStates }) {
  const ById = statesByKind[kind]
  return ById ? <ById id={id} /> : <Named state={states?.get(id)} />
}

/** Lists have the worst check first. */
function OfGroup({ id }: ById) {
  const { data } = useOperation('listCheckRows', { query: { groupId: Number(id), limit: 1 } }, { staleMs })
  return <Named state={data?.entries[0]?.state} />
}

const ofChannel: Readonly<Record<string, State>> = { OK: 'PASSING', FAILING: 'FAILING' }

function OfChannel({ id }: ById) {
  const found = useAllItems('listAlertChannels', { staleMs }).data?.find((channel) => String(channel.id) === id)
  return <Named state={ofChannel[found?.deliveryState ?? '']} />
}

function OfLocation({ id }: ById) {
  const found = useOperation('listPrivateLocations', undefined, { staleMs }).data?.find((one) => one.id === id)
  const connection = found && connectionOf(found)
  return <Named state={connection?.state} words={connection?.text} />
}

function OfPage({ id }: ById) {
  const state = useOperation('listStatusPageSummaries', { query: { statusPageId: id } }, { staleMs }).data?.entries[0]
    ?.state
  return <Named state={state && stateOfPublic[state]} words={state && lateTexts.statusPages.states[state]} />
}

const mostOpen = 100

/** All that are not among the open ones are resolved. */
function OfIncident({ id }: ById) {
  const { data } = useOperation('listIncidentsOfPages', { query: { state: 'OPEN', limit: mostOpen } }, { staleMs })
  const open = data?.entries.find((incident) => incident.id === id)
  if (open) return <Named state={stateOfPublic[open.severity]} words={lateTexts.statusPages.states[open.severity]} />
  return data?.nextId === null ? <Named state="PASSING" words={lateTexts.incidents.statuses.RESOLVED} /> : null
}

function OfWindow({ id }: ById) {
  const { data } = useOperation('listMaintenanceSchedule', undefined, { staleMs })
  const found = data?.entries.find(({ window }) => String(window.id) === id)
  const { statuses } = lateTexts.maintenanceWindows
  if (found?.current) return <Named state="PAUSED" words={statuses.IN_PROGRESS} />
  if (found?.next) return <Named state="PENDING" words={statuses.SCHEDULED} />
  return found?.last ? <Named state="PASSING" words={statuses.COMPLETED} /> : null
}

const mostTags = 100

/** The worst check that it shows; not known of those that must have several tags at once. */
function OfDashboard({ id }: ById) {
  const found = useAllItems('listDashboards', { staleMs }).data?.find(({ dashboardId }) => dashboardId === id)
  const tag = [...(found?.tags ?? [])]
  const isListed = found !== undefined && tag.length <= (found.useTagsAndOperator ? 1 : mostTags)
  const { data } = useOperation('listCheckRows', { query: { tag, limit: 1 } }, { enabled: isListed, staleMs })
  return <Named state={data?.entries[0]?.state} />
}

interface NamedProps {
  readonly state: State | undefined
  /** Otherwise those of checks. */
  readonly words?: string | undefined
}

const Named = ({ state, words }: NamedProps) =>
  state && (
    <>
      <Glyph state={state} />
      <span className="sr">{words ?? texts.common.state[state]}</span>
    </>
  )
