import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DistributionReader, encodeDistributions } from '#packing'
import { Distribution } from './distribution.ts'

const value = fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: 0, max: 20 }))
const values = fc.array(value, { maxLength: 60 })

function distributionOf(some: readonly number[]): Distribution {
  const distribution = new Distribution()
  distribution.addValues(Float64Array.from(some))
  return distribution
}

function decoded(bytes: Buffer, count: number): Distribution[] {
  const reader = new DistributionReader(bytes)
  return Array.from({ length: count }, () => {
    const distribution = new Distribution()
    reader.addNextTo(distribution)
    return distribution
  })
}

function binsOf(distribution: Distribution): [bin: number, count: number][] {
  const bins: [number, number][] = []
  distribution.bins().each((bin, count) => bins.push([bin, count]))
  return bins
}

const sumsOf = ({ size, total, squares, smallest, largest }: Distribution) => ({
  size,
  total,
  squares,
  smallest,
  largest,
})

test('distributions come back with the same sums and bins, one after the other', () => {
  fc.assert(
    fc.property(fc.array(values, { maxLength: 6 }), (lists) => {
      const distributions = lists.map(distributionOf)
      const read = decoded(encodeDistributions(distributions), distributions.length)
      expect(read.map(sumsOf)).toEqual(distributions.map(sumsOf))
      expect(read.map(binsOf)).toEqual(distributions.map(binsOf))
    }),
  )
})

test('percentiles of what was encoded in parts are at most 1 % off, or a thousandth for values near 0', () => {
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 6 }), (lists) => {
      const whole = distributionOf(lists.flat())
      const joined = new Distribution()
      for (const part of decoded(encodeDistributions(lists.map(distributionOf)), lists.length))
        joined.addDistribution(part)
      if (whole.size === 0) return
      for (const [index, exact] of whole.percentiles.entries()) {
        const spread = Math.max(Math.abs(exact), neighbourhood(lists.flat(), exact))
        expect(Math.abs((joined.percentiles[index] ?? 0) - exact)).toBeLessThanOrEqual(0.0101 * spread + 0.001)
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
