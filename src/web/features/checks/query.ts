import type { Input } from '../../api/operations.ts'
import { states } from '../../check-list/states.ts'
import { texts } from '../../strings/index.ts'
import { listOf } from '../../ui/listed-values.ts'
import type { Search } from '../../ui/search-state.ts'

export const sorts = ['state', 'name', 'since', 'lastRunAt', 'responseTime'] as const
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

const orderOf = ({ sort }: Search): Query =>
  isOneOf(sorts, sort) ? { sortBy: sort, ...(sort === 'responseTime' && { sortOrder: 'desc' as const }) } : {}
