import type { Answer } from '../../api/operations.ts'
import { useAllItems } from '../../api/use-all-items.ts'
import { queryKey, useChange, useOperation } from '../../api/use-operation.ts'
import { useReadAfterRuns } from '../../live/use-read-after-runs.ts'

export type Location = Answer<'getPrivateLocation'>
export type ListedLocation = Answer<'listPrivateLocations'>[number]
export type QueueMetrics = Answer<'getPrivateLocationMetrics'>

const rarely = { staleMs: 600_000 } as const

/** All private locations, read again while runs come in, because agents come and go without an event. */
export function useLocations() {
  const list = useOperation('listPrivateLocations')
  useReadAfterRuns(queryKey('listPrivateLocations'), { checkIds: null, leastMs: 30_000 })
  return list
}

export const useLocationCount = (): number | undefined =>
  useOperation('listPrivateLocations', undefined, { staleMs: 60_000 }).data?.length

export function useLocation(id: string) {
  const input = { params: { id } }
  const location = useOperation('getPrivateLocation', input)
  useReadAfterRuns(queryKey('getPrivateLocation', input), { checkIds: null, leastMs: 10_000 })
  return location
}

export const useCreateLocation = () => useChange('createPrivateLocation')
export const useUpdateLocation = () => useChange('updatePrivateLocation')
export const useDeleteLocation = () => useChange('deletePrivateLocation')

export const useCreateKey = () => useChange('createPrivateLocationKey')
export const useDeleteKey = () => useChange('deletePrivateLocationKey')

interface Span {
  /** In seconds. */
  readonly from: number
  readonly to: number
}

export const useQueueMetrics = (id: string, { from, to }: Span) =>
  useOperation(
    'getPrivateLocationMetrics',
    { params: { id }, query: { from: String(from), to: String(to) } },
    { keepsPrevious: true },
  )

/** The first checks of a location, failing first. */
export const useChecksOf = (slugName: string, limit: number) =>
  useOperation('listCheckRows', { query: { location: slugName, limit } })

export const useGroupsOf = (slugName: string) =>
  useAllItems('listCheckGroups', { staleMs: 60_000 }).data?.filter(({ privateLocations }) =>
    privateLocations?.includes(slugName),
  ) ?? []

/** How many checks name each place themselves, by what the service calls it or the slug name. */
export function useCheckCounts(): ReadonlyMap<string, number> | null {
  const { data } = useOperation('listCheckFacets', undefined, { staleMs: 60_000 })
  return data ? new Map(data.places.map(({ place, checks }) => [place, checks])) : null
}

export const usePublicLocations = () => useOperation('listLocations', undefined, rarely)
export const useStaticIps = () => useOperation('listStaticIpsByRegion', undefined, rarely)
export const useStaticIpv6s = () => useOperation('listStaticIpv6sByRegion', undefined, rarely)
