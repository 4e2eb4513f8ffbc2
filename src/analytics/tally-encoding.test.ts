import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Tally } from './tally.ts'
import { encodeTallies, TallyReader } from './tally-encoding.ts'

const value = fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: 0, max: 20 }))
const values = fc.array(value, { maxLength: 60 })

function tallyOf(some: readonly number[]): Tally {
  const tally = new Tally()
  tally.addValues(Float64Array.from(some))
  return tally
}

function decoded(bytes: Buffer, count: number): Tally[] {
  const reader = new TallyReader(bytes)
  return Array.from({ length: count }, () => {
    const tally = new Tally()
    reader.addNextTo(tally)
    return tally
  })
}

function binsOf(tally: Tally): [bin: number, count: number][] {
  const bins: [number, number][] = []
  tally.bins().each((bin, count) => bins.push([bin, count]))
  return bins
}

const sumsOf = ({ size, total, squares, smallest, largest }: Tally) => ({ size, total, squares, smallest, largest })

test('tallies come back with the same sums and bins, one after the other', () => {
  fc.assert(
    fc.property(fc.array(values, { maxLength: 6 }), (lists) => {
      const tallies = lists.map(tallyOf)
      const read = decoded(encodeTallies(tallies), tallies.length)
      expect(read.map(sumsOf)).toEqual(tallies.map(sumsOf))
      expect(read.map(binsOf)).toEqual(tallies.map(binsOf))
    }),
  )
})

test('percentiles of what was encoded in parts are at most 1 % off, or a thousandth for values near 0', () => {
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 6 }), (lists) => {
      const whole = tallyOf(lists.flat())
      const joined = new Tally()
      for (const part of decoded(encodeTallies(lists.map(tallyOf)), lists.length)) joined.addTally(part)
      if (whole.size === 0) return
      for (const [place, exact] of whole.percentiles.entries()) {
        const spread = Math.max(Math.abs(exact), neighbourhood(lists.flat(), exact))
        expect(Math.abs((joined.percentiles[place] ?? 0) - exact)).toBeLessThanOrEqual(0.0101 * spread + 0.001)
      }
    }),
  )
})

/** An interpolated percentile between a negative and a positive value may be small while both neighbours are not. */
function neighbourhood(all: readonly number[], exact: number): number {
  const sorted = all.toSorted((a, b) => a - b)
  const above = sorted.find((one) => one >= exact) ?? exact
  const below = sorted.findLast((one) => one <= exact) ?? exact
  return Math.max(Math.abs(above), Math.abs(below))
}
