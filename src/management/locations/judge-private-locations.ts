import { Fault } from '#kernel'
import { holdPrivateLocations } from '#storage'
import type { Queryable } from '#storage'

/**
 * Refuses slug names of private locations the account does not have with PRIVATE_LOCATION_UNKNOWN. Those it has stay
 * until the transaction ends.
 */
export async function judgePrivateLocations(
  tx: Queryable,
  accountId: string,
  slugNames: readonly string[],
): Promise<void> {
  if (slugNames.length === 0) return
  const known = await holdPrivateLocations(tx, accountId, slugNames)
  const slugName = slugNames.find((name) => !known.has(name))
  if (slugName !== undefined) throw new Fault('PRIVATE_LOCATION_UNKNOWN', { values: { slugName } })
}
