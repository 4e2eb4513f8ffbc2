import { Fault, isUuid } from '#kernel'
import { holdPages, holdServices } from '#storage/status-pages'
import type { Queryable } from '#storage/database'

type Lock = (tx: Queryable, accountId: string, ids: readonly string[]) => Promise<{ has(id: string): boolean }>

/** The first id that names no resource of the account; the others are locked against deletion. */
async function firstUnknown(lock: Lock, tx: Queryable, accountId: string, ids: readonly string[]) {
  if (ids.length === 0) return undefined
  const known = await lock(tx, accountId, ids.filter(isUuid))
  return ids.find((id) => !known.has(id.toLowerCase()))
}

/** Throws STATUS_PAGE_UNKNOWN and SERVICE_UNKNOWN naming the first id that the account does not have. */
export async function assertPageReferences(
  tx: Queryable,
  accountId: string,
  { statusPageIds, serviceIds }: { readonly statusPageIds: readonly string[]; readonly serviceIds: readonly string[] },
): Promise<void> {
  const statusPageId = await firstUnknown(holdPages, tx, accountId, statusPageIds)
  if (statusPageId !== undefined)
    throw new Fault('STATUS_PAGE_UNKNOWN', {
      values: { statusPageId },
      attributes: { statusPageIds: statusPageId },
      problems: [
        { path: 'statusPageVisibility.statusPageIds', rule: 'reference', parameters: { value: statusPageId } },
      ],
    })
  const serviceId = await firstUnknown(holdServices, tx, accountId, serviceIds)
  if (serviceId !== undefined)
    throw new Fault('SERVICE_UNKNOWN', {
      values: { serviceId },
      attributes: { serviceIds: serviceId },
      problems: [{ path: 'statusPageVisibility.serviceIds', rule: 'reference', parameters: { value: serviceId } }],
    })
}
