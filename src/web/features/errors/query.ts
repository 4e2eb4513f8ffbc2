import { errorKinds, errorOrders, errorStates } from '#contract'
import type { ErrorKind, ErrorOrder, ErrorState } from '#contract'
import type { Search } from '../../ui/search-state.ts'
import type { ErrorQuery } from './api.ts'

export interface Shown {
  readonly kind: ErrorKind
  readonly state: ErrorState
  readonly sortBy: ErrorOrder
}

const oneOf = <V extends string>(values: readonly V[], text: string | undefined): V | undefined =>
  values.find((value) => value === text)

/** The list that the address shows: the newest open errors of checks if it says nothing. */
export const shownOf = ({ of, state, sort }: Search): Shown => ({
  kind: oneOf(errorKinds, of) ?? 'CHECK',
  state: oneOf(errorStates, state) ?? 'OPEN',
  sortBy: oneOf(errorOrders, sort) ?? 'first',
})

/** The query of the address. */
export function queryOf(search: Search): ErrorQuery {
  const { q = '', tag, location, check } = search
  return {
    ...shownOf(search),
    ...(q.trim() !== '' && { search: q.trim() }),
    ...(tag !== undefined && { filterByTags: [tag] }),
    ...(location !== undefined && { location }),
    ...(check !== undefined && { checkId: check }),
  }
}

const filters = ['q', 'tag', 'location', 'check'] as const

/** Whether anything but the state and the kind narrows the list. */
export const isNarrowed = (search: Search): boolean => filters.some((name) => search[name] !== undefined)
