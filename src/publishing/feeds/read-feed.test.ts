import { expect, it } from 'vitest'
import { feedAddress } from './feed-address.ts'
import { readFeed } from './read-feed.ts'

const summary = (changes: object = {}) => ({
  page: { id: 'x', name: 'Stripe' },
  status: { indicator: 'minor', description: 'Partially Degraded Service' },
  components: [
    { id: 'g', name: 'Payments', group: true, status: 'major_outage' },
    { id: 'c', name: 'Cards', group: false, group_id: 'g', status: 'major_outage' },
    { id: 'o', name: 'Other', status: 'on_fire' },
  ],
  ...changes,
})

it('a summary is read with its components in their groups, and what is not known is unknown', () => {
  expect(readFeed(JSON.stringify(summary()))).toEqual({
    name: 'Stripe',
    state: 'DEGRADED_PERFORMANCE',
    components: [
      { id: 'g', name: 'Payments', group: null, state: 'MAJOR_OUTAGE' },
      { id: 'c', name: 'Cards', group: 'Payments', state: 'MAJOR_OUTAGE' },
      { id: 'o', name: 'Other', group: null, state: 'UNKNOWN' },
    ],
  })
})

it.each([
  '',
  '<html>',
  'null',
  '[]',
  '{"page":{"name":"A"}}',
  '['.repeat(1_000_000),
  '{"page":'.repeat(100_000),
  JSON.stringify({ page: { name: '\u202e' }, components: [] }),
])('text that is no summary is refused', (text) => {
  expect(readFeed(text)).toBeNull()
})

it('components are few, names short and without marks, whatever a provider sends', () => {
  const components = [
    null,
    { id: 7, name: 'A' },
    { id: '__proto__', name: '__proto__', status: '__proto__', group_id: '__proto__' },
    ...Array.from({ length: 2500 }, (_, index) => ({ id: `${index}`, name: `a\u0000\u202eb${'x'.repeat(500)}` })),
  ]
  const read = readFeed(JSON.stringify(summary({ components, status: 'none' })))
  expect(read?.state).toBe('UNKNOWN')
  expect(read?.components.length).toBeLessThanOrEqual(2000)
  expect(read?.components[0]).toEqual({ id: '__proto__', name: '__proto__', group: null, state: 'UNKNOWN' })
  expect(read?.components[1]?.name).toMatch(/^a bx+$/)
  expect(read?.components[1]?.name).toHaveLength(200)
})

it.each([
  ['https://status.example', 'https://status.example/api/v2/summary.json'],
  ['https://status.example/?utm=1#now', 'https://status.example/api/v2/summary.json'],
  ['https://host.example/status/acme/', 'https://host.example/status/acme/api/v2/summary.json'],
  ['https://status.example/api/v2', 'https://status.example/api/v2/summary.json'],
  ['https://status.example/api/v2/summary.json?a=1', 'https://status.example/api/v2/summary.json?a=1'],
])('%s is read at %s', (given, url) => {
  expect(feedAddress(given)).toBe(url)
})
