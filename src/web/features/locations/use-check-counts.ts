import { useOperation } from '../../api/use-operation.ts'

/** How many checks name each location themselves, by its code or slug name. */
export function useCheckCounts(): ReadonlyMap<string, number> | null {
  const { data } = useOperation('listCheckFacets', undefined, { staleMs: 60_000 })
  return data ? new Map(data.locations.map(({ location, checks }) => [location, checks])) : null
}
