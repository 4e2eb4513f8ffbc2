import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { call } from '../api/call.ts'
import type { Answer } from '../api/operations.ts'
import { queryKey, useOperation } from '../api/use-operation.ts'
import { followChecks } from '../live/live.tsx'
import { after } from '../time/page-time.ts'
import type { Cancel } from '../time/page-time.ts'
import type { State } from '../ui/status.tsx'
import type { Tick } from '../ui/tick-strip.tsx'

const states: Readonly<Record<string, State>> = { P: 'PASSING', D: 'DEGRADED', F: 'FAILING' }
const most = 100
const leastMs = 1_000

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
  const input = { query: { checkId, limit: runs } }
  const { data } = useOperation('listCheckTicks', input, { enabled: checkId.length > 0, keepsPrevious: true })
  useChangedTicks(input)
  return useMemo(() => new Map(data?.entries.map((entry) => [entry.checkId, knownTicks(entry)])), [data])
}

/** Has the last runs of those checks read that ran, once a second at most. */
function useChangedTicks(input: {
  readonly query: { readonly checkId: readonly string[]; readonly limit: number }
}): void {
  const client = useQueryClient()
  const latest = useRef(input)
  latest.current = input
  useEffect(() => {
    const waiting = new Set<string>()
    let due: Cancel | undefined
    const read = async (): Promise<void> => {
      due = undefined
      const { query } = latest.current
      const key = queryKey('listCheckTicks', latest.current)
      const ids = query.checkId.filter((id) => waiting.has(id))
      waiting.clear()
      if (document.hidden) return client.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
      if (ids.length === 0) return
      const { entries } = await call('listCheckTicks', { query: { checkId: ids, limit: query.limit } })
      const fresh = new Map(entries.map((entry) => [entry.checkId, entry]))
      client.setQueryData<Answer<'listCheckTicks'>>(
        key,
        (known) => known && { ...known, entries: withFresh(known.entries, fresh) },
      )
    }
    const end = followChecks((changes) => {
      for (const { id } of changes) waiting.add(id)
      due ??= after(leastMs, () => void read().catch(() => null))
    })
    return () => {
      end()
      due?.()
    }
  }, [client])
}

const withFresh = (known: readonly Entry[], fresh: ReadonlyMap<string, Entry>): Entry[] => {
  const ids = new Set(known.map(({ checkId }) => checkId))
  return [
    ...known.map((entry) => fresh.get(entry.checkId) ?? entry),
    ...[...fresh.values()].filter(({ checkId }) => !ids.has(checkId)),
  ]
}
