import type { StatusPageCardBody } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import type { Queryable } from '#storage/database'
import type { NewCard, StatusPageCard } from '#storage/status-pages'
import { servicesOfBody } from '../services-of-body.ts'

/** On all cards together: each service has ninety days on the page, which anyone may request at any time. */
const servicesMax = 500

/**
 * The cards of a body, in its order. One with the id of a card of the page keeps it; others get new ids. Throws
 * SERVICE_UNKNOWN, and BODY_INVALID for more services than a page can display.
 */
export async function cardsOfBody(
  tx: Queryable,
  { accountId, nowMs }: Caller,
  given: readonly StatusPageCardBody[],
  before: readonly StatusPageCard[],
): Promise<NewCard[]> {
  const placed = given.flatMap(({ services = [] }) => services)
  if (placed.length > servicesMax) throw tooManyServices()
  await servicesOfBody(tx, accountId, placed)
  const left = new Map(before.map((card) => [card.id, card]))
  return given.map(({ id = '', name, services = [] }) => {
    const existing = left.get(id.toLowerCase())
    if (existing) left.delete(existing.id)
    const serviceIds = [...new Set(services.map((service) => service.id.toLowerCase()))]
    const now = new Date(nowMs)
    return existing
      ? { id: existing.id, name, serviceIds, createdAt: existing.createdAt, updatedAt: now }
      : { id: timeOrderedId(nowMs), name, serviceIds, createdAt: now, updatedAt: null }
  })
}

function tooManyServices(): Fault {
  const problem = `the cards of a page can have ${servicesMax} services together`
  return new Fault('BODY_INVALID', { values: { problems: `cards: ${problem}` }, attributes: { cards: problem } })
}
