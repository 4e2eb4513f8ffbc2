import { expect, it } from 'vitest'
import { aCheckRow } from '../testing/stored-checks.ts'
import { mergedRows } from './merge-rows.ts'
import type { Row } from './merge-rows.ts'

const row = (name: string, state: Row['state'] = 'PASSING', more: Partial<Row> = {}): Row =>
  aCheckRow(name, name, { state, ...more })
const merged = (
  rows: readonly Row[],
  ids: readonly string[],
  found: readonly Row[],
  how: Partial<Parameters<typeof mergedRows>[3]> = {},
): string =>
  mergedRows(rows, new Set(ids), found, { query: {}, hasMore: false, ...how })
    .map(({ id }) => id)
    .join('')

it('a row is where its state and name put it, and one that the list lets through no more is gone', () => {
  const rows = [row('b', 'FAILING'), row('a'), row('c'), row('d', 'PAUSED')]
  expect(merged(rows, ['c'], [row('c', 'FAILING')])).toBe('bcad')
  expect(merged(rows, ['b'], [row('b')])).toBe('abcd')
  expect(merged(rows, ['b', 'x'], [])).toBe('acd')
  expect(merged(rows, ['e'], [row('e', 'UNKNOWN')])).toBe('beacd')
})

it('other orders are those of the query', () => {
  const rows = [row('a', 'PASSING', { lastResponseTime: 90 }), row('b', 'PASSING', { lastResponseTime: 50 })]
  const query = { sortBy: 'responseTime', sortOrder: 'desc' } as const
  expect(merged(rows, ['c'], [row('c', 'PASSING', { lastResponseTime: 70 })], { query })).toBe('acb')
})

it('what belongs behind the last row of a list that goes on is on a later page', () => {
  const rows = [row('a'), row('m')]
  expect(merged(rows, ['z', 'b'], [row('z'), row('b')], { hasMore: true })).toBe('abm')
  expect(merged(rows, ['z'], [row('z')])).toBe('amz')
})

it('numbers in names count as numbers, as in the service', () => {
  expect(merged([row('a2'), row('a10')], ['a9'], [row('a9')])).toBe('a2a9a10')
})
