import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DayReader, encodeDays } from './day-encoding.ts'
import { Tally } from './tally.ts'

const value = fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: 0, max: 20 }))
const day = fc.record({ results: fc.nat(), failures: fc.nat(), values: fc.array(value, { maxLength: 60 }) })

function tallyOf(values: readonly number[]): Tally {
  const tally = new Tally()
  tally.addValues(Float64Array.from(values))
  return tally
}

function told(tally: Tally): unknown {
  const bins: [number, number][] = []
  tally.bins().each((bin, count) => bins.push([bin, count]))
  const { size, total, smallest, largest } = tally
  return { size, total, smallest, largest, bins }
}

test('days come back with the same counts, sums and bins, and those that are left out do not matter', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(day, fc.boolean()), { maxLength: 6 }), (list) => {
      const days = list.map(([{ values, ...counts }]) => ({ ...counts, tally: tallyOf(values) }))
      const reader = new DayReader(encodeDays(days))
      for (const [index, { results, failures, tally }] of days.entries()) {
        const into = { results: 1, failures: 2, tally: new Tally() }
        const isAsked = list[index]?.[1] === true
        reader.addNextTo(isAsked ? into : undefined)
        if (!isAsked) continue
        expect([into.results, into.failures]).toEqual([results + 1, failures + 2])
        expect(told(into.tally)).toEqual(told(tally))
      }
    }),
  )
})
