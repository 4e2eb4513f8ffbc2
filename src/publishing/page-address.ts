import { Fault } from '#kernel'
import { isDomainOfOtherKind } from '#storage/status-pages'
import type { Queryable } from '#storage/database'
import type { ComponentPageRow, StatusPageRow, TakenAddress } from '#storage/status-pages'

type Addressed = Pick<StatusPageRow | ComponentPageRow, 'url' | 'customDomain'>

/** Throws STATUS_PAGE_ADDRESS_TAKEN when the domain is that of a dashboard. */
export const assertOwnDomain = async (tx: Queryable, row: Addressed): Promise<void> =>
  assertFree((await isDomainOfOtherKind(tx, 'status page', row.customDomain)) ? 'customDomain' : null, row)

/** Throws STATUS_PAGE_ADDRESS_TAKEN for the address that another page has. */
export function assertFree(taken: TakenAddress | null, { url, customDomain }: Addressed): void {
  if (taken === null) return
  const value = taken === 'url' ? url : (customDomain ?? '')
  throw new Fault('STATUS_PAGE_ADDRESS_TAKEN', {
    values: { field: taken, value },
    attributes: { [taken]: 'taken' },
    problems: [{ path: taken, rule: 'unused', parameters: {} }],
  })
}
