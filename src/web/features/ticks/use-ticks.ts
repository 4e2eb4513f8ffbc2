import { useMemo } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import type { State } from '../../ui/status.tsx'
import type { Tick } from '../../ui/tick-strip.tsx'

const states: Readonly<Record<string, State>> = { P: 'PASSING', D: 'DEGRADED', F: 'FAILING' }
const most = 100

type Entry = Answer<'listCheckTicks'>['entries'][number]

const ticksOf = ({ outcomes, responseTimes }: Entry): readonly Tick[] =>
  outcomes.split('').map((letter, index) => ({
    state: states[letter] ?? 'UNKNOWN',
    responseTime: responseTimes[index] ?? null,
  }))

const known = new WeakMap<Entry, readonly Tick[]>()

/** Of an answer that is the same as before, the same ticks: what shows them is not rendered again. */
function knownTicks(entry: Entry): readonly Tick[] {
  const ticks = known.get(entry) ?? ticksOf(entry)
  known.set(entry, ticks)
  return ticks
}

/** So many last runs of checks by their ids, read in one request for at most a hundred of them. */
export function useTicks(ids: readonly string[], runs: number): ReadonlyMap<string, readonly Tick[]> {
  const checkId = ids.slice(0, most)
  const { data } = useOperation(
    'listCheckTicks',
    { query: { checkId, limit: runs } },
    { enabled: checkId.length > 0, everyMs: 15_000, keepsPrevious: true },
  )
  return useMemo(() => new Map(data?.entries.map((entry) => [entry.checkId, knownTicks(entry)])), [data])
}
