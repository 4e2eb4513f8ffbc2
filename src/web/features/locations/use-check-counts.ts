import { useOperation } from '../../api/use-operation.ts'

/** How many checks name each place themselves, by what the service calls it or the slug name. */
export function useCheckCounts(): ReadonlyMap<string, number> | null {
  const { data } = useOperation('listCheckFacets', undefined, { staleMs: 60_000 })
  return data ? new Map(data.places.map(({ place, checks }) => [place, checks])) : null
}
