import type { BulkChangeBody } from '#contract'
import type { CheckRowFilter } from '#storage/checks'

type GivenFilter = NonNullable<BulkChangeBody['filter']>

/** A filter of checks as lists and bulk changes send it; what it leaves out lets every check through. */
export const rowFilterOf = (given: GivenFilter): Omit<CheckRowFilter, 'accountId' | 'now' | 'unobserved'> => ({
  search: given.search ?? null,
  states: given.state ?? null,
  checkTypes: given.checkType ?? null,
  tags: given.tag ?? null,
  groupId: given.groupId ?? null,
  location: given.location ?? null,
  muted: given.muted ?? null,
})
