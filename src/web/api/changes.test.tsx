import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { isAudited, operations as contract, resourceEvents } from '#contract'
import { rereadResources } from '../live/reread-resources.ts'
import { TurnedTime } from '../testing/turned-time.ts'
import { setPageTime } from '../time/page-time.ts'
import { reread } from './change.ts'
import { changes, isChanging, shown } from './changes.ts'
import type { Resource } from './changes.ts'
import { operations } from './operations.ts'
import type { UsedOperation } from './operations.ts'

const used = Object.keys(operations).filter((id): id is UsedOperation => Object.hasOwn(operations, id))

afterEach(() => setPageTime(null))

it('every operation that the audit log records says what it changes', () => {
  expect(used.filter((id) => isAudited(contract[id]) && !isChanging(id))).toEqual([])
})

it('only operations that read are read again', () => {
  const reading = Object.values(shown).flatMap((row): readonly UsedOperation[] => Object.values(row).flat())
  expect(reading.filter(isChanging)).toEqual([])
})

/** The queries that are read again, of one somebody looks at for each operation that reads. */
async function readAgain(cause: (client: QueryClient, time: TurnedTime) => unknown): Promise<readonly string[]> {
  const time = new TurnedTime('2026-11-27T12:00:00Z')
  setPageTime(time)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const read = new Set<string>()
  const ends = used.map((id) => {
    client.setQueryData([id], {})
    const queryFn = () => {
      read.add(id)
      return {}
    }
    return new QueryObserver(client, { queryKey: [id], queryFn }).subscribe(() => undefined)
  })
  await cause(client, time)
  await time.turn(1_000, () => Promise.resolve())
  await time.turn(1_000, () => Promise.resolve())
  for (const end of ends) end()
  client.clear()
  return [...read].toSorted()
}

it.each(Object.keys(resourceEvents).filter((event): event is Resource & keyof typeof resourceEvents => event in shown))(
  'a change of %s has read again what its event has read again in other pages',
  async (resource) => {
    const ofChange = await readAgain((client) => reread(client, [resource]))
    expect(ofChange.length).toBeGreaterThan(0)
    expect(await readAgain((client) => rereadResources(client, resource, null))).toEqual(ofChange)
  },
)

it('what is shown of each resource is changed by some operation, or by runs', () => {
  const changed = new Set<Resource>(Object.values(changes).flat())
  const others = Object.keys(shown).filter((resource) => !changed.has(resource as Resource))
  expect(others).toEqual(['turned', 'health'])
})
