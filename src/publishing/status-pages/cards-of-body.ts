import type { StatusPageCardBody } from '#contract'
import { timeOrderedId } from '#kernel'
import type { NewCard, Queryable, StatusPageCard } from '#storage'
import type { Publisher } from '../publisher.ts'
import { servicesOfBody } from '../services-of-body.ts'

/**
 * The cards a body asks for, in its order. One that names a card of the page keeps its id; the ids of others are
 * made. Throws SERVICE_UNKNOWN.
 */
export async function cardsOfBody(
  tx: Queryable,
  { accountId, nowMs }: Publisher,
  given: readonly StatusPageCardBody[],
  before: readonly StatusPageCard[],
): Promise<NewCard[]> {
  await servicesOfBody(
    tx,
    accountId,
    given.flatMap(({ services = [] }) => services),
  )
  const left = new Map(before.map((card) => [card.id, card]))
  return given.map(({ id = '', name, services = [] }) => {
    const kept = left.get(id.toLowerCase())
    if (kept) left.delete(kept.id)
    const serviceIds = [...new Set(services.map((service) => service.id.toLowerCase()))]
    const now = new Date(nowMs)
    return kept
      ? { id: kept.id, name, serviceIds, createdAt: kept.createdAt, updatedAt: now }
      : { id: timeOrderedId(nowMs), name, serviceIds, createdAt: now, updatedAt: null }
  })
}
