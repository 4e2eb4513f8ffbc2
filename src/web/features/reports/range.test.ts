import { expect, it } from 'vitest'
import { rangeOf } from './range.ts'

const wednesday = new Date(2026, 10, 25, 14, 30).getTime()
const local = (iso: string | undefined): string | undefined => iso && new Date(iso).toString().slice(0, 21)

it('weeks begin on Monday, months on their first day, and both are compared with the ones before', () => {
  const week = rangeOf({ range: 'thisWeek' }, wednesday)
  expect([week.from, week.to, week.previousFrom].map(local)).toEqual([
    'Mon Nov 23 2026 00:00',
    undefined,
    'Mon Nov 16 2026 00:00',
  ])
  const month = rangeOf({ range: 'lastMonth' }, wednesday)
  expect([month.from, month.to, month.previousFrom].map(local)).toEqual([
    'Thu Oct 01 2026 00:00',
    'Sun Nov 01 2026 00:00',
    'Tue Sep 01 2026 00:00',
  ])
})

it('both days of a custom range belong to it, and what is no range is the last 30 days', () => {
  const range = rangeOf({ range: 'custom', from: '2026-11-01', to: '2026-11-01' }, wednesday)
  expect([range.from, range.to].map(local)).toEqual(['Sun Nov 01 2026 00:00', 'Mon Nov 02 2026 00:00'])
  const last = { from: new Date(wednesday - 30 * 86_400_000).toISOString() }
  for (const days of [{ from: '2026-11-02', to: '2026-11-01' }, { from: '2026-13-99', to: '2026-13-99' }, {}])
    expect(rangeOf({ range: 'custom', ...days }, wednesday)).toEqual(last)
})
