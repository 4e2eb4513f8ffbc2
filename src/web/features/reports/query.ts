import { reportGroupings, reportOrders } from '#contract'
import type { ReportGrouping, ReportOrder } from '#contract'
import type { Search } from '../../ui/search-state.ts'
import type { ReportQuery } from './api.ts'
import { rangeOf } from './range.ts'

export interface Order {
  readonly by: ReportOrder
  readonly isDescending: boolean
}

export const groupingOf = ({ by }: Search): ReportGrouping => reportGroupings.find((one) => one === by) ?? 'check'

/** The lowest availability first if the address says nothing. A minus stands before a descending order. */
export function orderOf({ sort = 'availability' }: Search): Order {
  const isDescending = sort.startsWith('-')
  const by = reportOrders.find((one) => one === sort.slice(isDescending ? 1 : 0))
  return by === undefined ? { by: 'availability', isDescending: false } : { by, isDescending }
}

/** Columns whose lowest value is the worst: pressed for the first time they ascend. */
const worstIsLowest: readonly ReportOrder[] = ['name', 'availability']

/** The order after the head of a column was pressed. */
export function nextOrder(current: Order, by: ReportOrder): string {
  const isDescending = current.by === by ? !current.isDescending : !worstIsLowest.includes(by)
  return `${isDescending ? '-' : ''}${by}`
}

export function queryOf(search: Search, nowMs: number): ReportQuery {
  const { by, isDescending } = orderOf(search)
  const { q = '', tag } = search
  return {
    ...rangeOf(search, nowMs),
    groupBy: groupingOf(search),
    sortBy: by,
    sortOrder: isDescending ? 'desc' : 'asc',
    ...(q.trim() !== '' && { search: q.trim() }),
    ...(tag !== undefined && { filterByTags: [tag] }),
  }
}
