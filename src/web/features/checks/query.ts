import type { Input } from '../../api/operations.ts'
import { texts } from '../../strings/index.ts'
import type { Search } from '../../ui/search-state.ts'

export const states = ['FAILING', 'DEGRADED', 'PENDING', 'PASSING', 'PAUSED'] as const
export const sorts = ['state', 'name', 'since', 'lastRunAt', 'responseTime'] as const
export type Query = NonNullable<Input<'listCheckRows'>['query']>
type CheckType = NonNullable<Query['checkType']>[number]

const isOneOf = <T extends string>(values: readonly T[], value: string | undefined): value is T =>
  values.some((one) => one === value)
export const checkTypes = Object.keys(texts.checks.types) as CheckType[]

/** The query that the address of the page stands for; what is not valid in it is left out. */
export const queryOf = (search: Search): Query => ({ ...filterOf(search), ...orderOf(search) })

const filterOf = ({ q, state, type, group, tag, location, muted }: Search): Query => ({
  ...(q && { search: q }),
  ...(isOneOf(states, state) && { state: [state] }),
  ...(isOneOf(checkTypes, type) && { checkType: [type] }),
  ...(/^\d{1,15}$/.test(group ?? '') && { groupId: Number(group) }),
  ...(tag && { tag: [tag] }),
  ...(location && { location }),
  ...(muted === 'true' && { muted: true }),
})

const orderOf = ({ sort }: Search): Query =>
  isOneOf(sorts, sort) ? { sortBy: sort, ...(sort === 'responseTime' && { sortOrder: 'desc' as const }) } : {}
