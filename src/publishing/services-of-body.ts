import { Fault, isUuid } from '#kernel'
import { holdServices } from '#storage/status-pages'
import type { Queryable } from '#storage/database'
import type { StatusPageServiceRow } from '#storage/status-pages'

/** The services of a body, each once and locked against deletion. Throws SERVICE_UNKNOWN. */
export async function servicesOfBody(
  tx: Queryable,
  accountId: string,
  named: readonly { readonly id: string }[],
): Promise<StatusPageServiceRow[]> {
  const ids = [...new Set(named.map(({ id }) => id.toLowerCase()))]
  const known = await holdServices(tx, accountId, ids.filter(isUuid))
  return ids.map((serviceId) => {
    const service = known.get(serviceId)
    if (!service) throw new Fault('SERVICE_UNKNOWN', { values: { serviceId } })
    return service
  })
}
