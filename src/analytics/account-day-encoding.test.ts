import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DayReader, encodeDays } from '#packing'
import { Distribution } from './distribution.ts'

const value = fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: 0, max: 20 }))
const day = fc.record({ results: fc.nat(), failures: fc.nat(), values: fc.array(value, { maxLength: 60 }) })

function distributionOf(values: readonly number[]): Distribution {
  const distribution = new Distribution()
  distribution.addValues(Float64Array.from(values))
  return distribution
}

function contentOf(distribution: Distribution): unknown {
  const bins: [number, number][] = []
  distribution.bins().each((bin, count) => bins.push([bin, count]))
  const { size, total, smallest, largest } = distribution
  return { size, total, smallest, largest, bins }
}

test('days come back with the same counts, sums and bins, and those that are left out do not matter', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(day, fc.boolean()), { maxLength: 6 }), (list) => {
      const days = list.map(([{ values, ...counts }]) => ({ ...counts, distribution: distributionOf(values) }))
      const reader = new DayReader(encodeDays(days))
      for (const [index, { results, failures, distribution }] of days.entries()) {
        const into = { results: 1, failures: 2, distribution: new Distribution() }
        const isAsked = list[index]?.[1] === true
        reader.addNextTo(isAsked ? into : undefined)
        if (!isAsked) continue
        expect({ results: into.results, failures: into.failures }).toEqual({
          results: results + 1,
          failures: failures + 2,
        })
        expect(contentOf(into.distribution)).toEqual(contentOf(distribution))
      }
    }),
  )
})
