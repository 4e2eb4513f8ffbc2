import type { Input } from '../../api/operations.ts'
import { states } from '../../check-list/states.ts'
import { texts } from '../../strings/index.ts'
import { listOf } from '../../ui/listed-values.ts'
import type { Search } from '../../ui/search-state.ts'

export const sorts = ['state', 'name', 'group', 'since', 'frequency', 'lastRunAt', 'responseTime'] as const
export type Sort = (typeof sorts)[number]
export type Query = NonNullable<Input<'listCheckRows'>['query']>
type CheckType = NonNullable<Query['checkType']>[number]

const isOneOf = <T extends string>(values: readonly T[], value: string | undefined): value is T =>
  values.some((one) => one === value)
export const checkTypes = Object.keys(texts.checks.types) as CheckType[]

/** The query that the address of the page stands for; what is not valid in it is left out. */
export const queryOf = (search: Search): Query => ({ ...filterOf(search), ...orderOf(search) })

const validOf = <T extends string>(values: readonly T[], text: string | undefined): T[] =>
  listOf(text).filter((value) => isOneOf(values, value))

function filterOf({ q, state, type, group, tag, location, muted }: Search): Query {
  const [shownStates, types, tags] = [validOf(states, state), validOf(checkTypes, type), listOf(tag)]
  return {
    ...(q && { search: q }),
    ...(shownStates.length > 0 && { state: shownStates }),
    ...(types.length > 0 && { checkType: types }),
    ...(/^\d{1,15}$/.test(group ?? '') && { groupId: Number(group) }),
    ...(tags.length > 0 && { tag: [...tags] }),
    ...(location && { location }),
    ...(muted === 'true' && { muted: true }),
  }
}

/** The order of the address; the slowest come first unless it says otherwise. */
export function sortingOf({ sort, order }: Search): { readonly by: Sort; readonly isDescending: boolean } {
  const by = isOneOf(sorts, sort) ? sort : 'state'
  return { by, isDescending: order === 'desc' || (order !== 'asc' && by === 'responseTime') }
}

function orderOf(search: Search): Query {
  const { by, isDescending } = sortingOf(search)
  return { ...(by !== 'state' && { sortBy: by }), ...(isDescending && { sortOrder: 'desc' }) }
}

/** The search parameters of the order that a column head asks for: the other direction if it is in force. */
export function askedSorting(search: Search, by: Sort): Readonly<Record<'sort' | 'order', string>> {
  const now = sortingOf(search)
  const sort = by === 'state' ? '' : by
  if (now.by !== by) return { sort, order: '' }
  const isUsual = sortingOf({ sort: by }).isDescending !== now.isDescending
  return { sort, order: isUsual ? '' : now.isDescending ? 'asc' : 'desc' }
}
