import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScrapedResults } from '#storage/analytics'
import { ScrapedCounts } from './scraped-counts.ts'

const bounds = [10, 100]
const result = fc.record({
  location: fc.constantFrom('eu-west-1', 'us-east-1'),
  type: fc.constantFrom('FINAL', 'ATTEMPT'),
  outcome: fc.constantFrom('passed', 'failed'),
  values: fc.tuple(fc.constantFrom(null, 5, 10, 10.5, 100, 1000), fc.constantFrom(null, 1, 50)),
})
type Result = typeof result extends fc.Arbitrary<infer T> ? T : never

const rowsOf = (results: readonly Result[]): ScrapedResults[] =>
  results.length === 0 ? [] : [{ checkId: 'check', checkType: 'TCP', lines: results.map(lineOf).join('\n') }]
const lineOf = ({ location, type, outcome, values }: Result): string =>
  [location, type, outcome, values.map((value) => value ?? '').join(',')].join('\t')

function countsOf(results: readonly Result[]): ScrapedCounts {
  const counts = new ScrapedCounts(bounds)
  counts.countResults(rowsOf(results))
  return counts
}

test('counts of parts are together those of all their results, whatever a page tells apart', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(result, { maxLength: 8 }), { maxLength: 4 }),
      fc.boolean(),
      fc.boolean(),
      (lists, withLocations, withAttempts) => {
        const sum = lists.map(countsOf).reduce((all, one) => all.plus(one), new ScrapedCounts(bounds))
        const shown = lists.flat().filter(({ type }) => withAttempts || type === 'FINAL')
        const found = sum.of('check', { withLocations, withAttempts })
        const places = [...new Set(shown.map(({ location }) => (withLocations ? location : '')))].toSorted()
        expect(found.map(({ location }) => location)).toEqual(places)
        for (const { location, outcomes, metric } of found) {
          const some = shown.filter((one) => !withLocations || one.location === location)
          for (const [outcome, size] of outcomes)
            expect(size).toBe(some.filter((one) => one.outcome === outcome).length)
          for (const column of [1, 2]) {
            const values = some.flatMap((one) => one.values[column - 1] ?? [])
            const below = (bound: number): number => values.filter((value) => value <= bound).length
            const { size, counts, total } = metric(column)
            expect(size).toBe(values.length)
            expect(counts).toEqual([below(10), below(100), values.length])
            expect(total).toBe(values.reduce((all, value) => all + value, 0))
          }
        }
      },
    ),
  )
})

test('adding to counts leaves those that a page is made of as they were', () => {
  const one = { location: 'eu-west-1', type: 'FINAL', outcome: 'passed', values: [5, null] } as const
  const counts = countsOf([{ ...one, values: [5, null] }])
  counts.plus(countsOf([{ ...one, values: [5, null] }]))
  const [found] = counts.of('check', { withLocations: false, withAttempts: false })
  expect(found?.outcomes.get('passed')).toBe(1)
  expect(found?.metric(1).size).toBe(1)
})
