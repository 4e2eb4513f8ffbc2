import { useOperation } from '../api/use-operation.ts'
import { useAllItems } from '../api/use-all-items.ts'
import { texts } from '../strings/index.ts'
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

/** How a found thing is: a check, the worst check of a group, the deliveries of a channel. */
export function StateOfHit({ kind, id, states }: Hit & { readonly states: CheckStates }) {
  if (kind === 'group') return <OfGroup id={Number(id)} />
  if (kind === 'channel') return <OfChannel id={Number(id)} />
  return <Named state={states?.get(id)} />
}

/** Lists have the worst check first. */
function OfGroup({ id }: { readonly id: number }) {
  const { data } = useOperation('listCheckRows', { query: { groupId: id, limit: 1 } }, { staleMs })
  return <Named state={data?.entries[0]?.state} />
}

const ofChannel: Readonly<Record<string, State>> = { OK: 'PASSING', FAILING: 'FAILING' }

function OfChannel({ id }: { readonly id: number }) {
  const found = useAllItems('listAlertChannels', { staleMs }).data?.find((channel) => channel.id === id)
  return <Named state={ofChannel[found?.deliveryState ?? '']} />
}

const Named = ({ state }: { readonly state: State | undefined }) =>
  state && (
    <>
      <Glyph state={state} />
      <span className="sr">{texts.common.state[state]}</span>
    </>
  )
