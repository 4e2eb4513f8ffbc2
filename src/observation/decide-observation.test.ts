import { expect, test } from 'vitest'
import { decideObservation } from './decide-observation.ts'

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 26, 12, minute))
const office = {
  queue: 'private:a:office',
  name: 'Office Berlin',
  since: at(48),
  reason: 'NO_AGENT' as 'NO_AGENT' | 'BLIND',
}
const depot = { queue: 'private:a:depot', name: 'Depot', since: at(30), reason: 'NO_AGENT' as 'NO_AGENT' | 'BLIND' }
const unservedAt = (...places: (typeof office)[]) => new Map(places.map((place) => [place.queue, place]))
const check = (...queues: string[]) => ({ checkId: 'c', queues })

test('nobody runs a check when its only location is unserved, since it is', () => {
  const unobserved = { reason: 'NO_AGENT', since: office.since, places: [office] }
  expect(decideObservation(check(office.queue), unservedAt(depot, office))).toEqual(unobserved)
})

test('nobody runs a check when all of its locations are unserved, since the last of them is', () => {
  const unobserved = { reason: 'NO_AGENT', since: office.since, places: [depot, office] }
  expect(decideObservation(check(depot.queue, office.queue), unservedAt(office, depot))).toEqual(unobserved)
})

test.each([
  ['another of its locations is served', check(office.queue, 'eu-west-1'), [office]],
  ['its location is served', check(office.queue), [depot]],
  ['every location is served', check(office.queue), []],
  ['it has no location, as heartbeats', check(), [office, depot]],
])('a check is judged by its runs when %s', (_when, planned, unserved) => {
  expect(decideObservation(planned, unservedAt(...unserved))).toBeNull()
})

test('nobody sees how a check does while one of its locations is blind and the others are not served', () => {
  const blind = { ...office, reason: 'BLIND' as const }
  expect(decideObservation(check(depot.queue, office.queue), unservedAt(blind, depot))).toEqual({
    reason: 'BLIND',
    since: office.since,
    places: [depot, blind],
  })
})
