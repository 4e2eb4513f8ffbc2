import { useOperation } from '../api/use-operation.ts'
import type { Answer } from '../api/operations.ts'
import { homeOverview } from './home-reads.ts'

const counted = { query: { limit: 1 } }

/** How many checks have each state, read again when runs change states. On home its own overview counts them. */
export function useLiveCounts(isHome: boolean): Answer<'listCheckRows'>['counts'] | undefined {
  const { data } = useOperation('listCheckRows', counted, { enabled: !isHome })
  const overview = useOperation('getOverview', homeOverview, { enabled: false })
  return isHome ? overview.data?.counts : data?.counts
}
