import type { TriggerIncident } from '#contract'
import { Fault, isUuid } from '#kernel'
import { holdServices } from '#storage'
import type { Queryable } from '#storage'

/** Refuses incidents on a service the account lacks, and keeps the service from being deleted meanwhile. */
export async function judgeService(tx: Queryable, accountId: string, trigger: TriggerIncident | null): Promise<void> {
  if (trigger === null) return
  const { serviceId } = trigger
  const known = isUuid(serviceId) && (await holdServices(tx, accountId, [serviceId])).size > 0
  if (!known) throw new Fault('SERVICE_UNKNOWN', { values: { serviceId } })
}
