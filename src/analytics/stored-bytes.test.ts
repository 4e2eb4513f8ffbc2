import { describe, expect, test } from 'vitest'
import {
  DayReader,
  DistributionReader,
  encodeDays,
  encodeDistributions,
  encodeSummaries,
  summaryReader,
} from '#packing'
import { Distribution } from './distribution.ts'

// Bytes as installations have stored them. A change that fails here makes them unreadable: docs/measurements-format.md
// says what a change of the format takes.

function distributionOf(values: readonly number[]): Distribution {
  const distribution = new Distribution()
  distribution.addValues(Float64Array.from(values))
  return distribution
}

const sixValues = [1, 2, 4, 8, 1000, 0]
const sixTotals = { size: 6, total: 1015, smallest: 0, largest: 1000 }

describe('the distributions of a roll-up', () => {
  const lists = [[], [12.5, 0.25], sixValues, [-3, 0.0005, 250, 250, 251]]
  const stored =
    '0002' +
    '0000000000002940000000000000d03f' +
    '060000000000b88f40000000002a852e4100000000000000000000000000408f40060001a00601480146014601e60301' +
    '052fdd2406016087408e21000050f3064100000000000008c00000000000606f40048f0701900701ce0a020201'

  test('are written as the bytes that are stored', () => {
    expect(encodeDistributions(lists.map(distributionOf)).toString('hex')).toBe(stored)
  })

  test('are read from the bytes that are stored', () => {
    const reader = new DistributionReader(Buffer.from(stored, 'hex'))
    for (const list of lists) {
      const { size, total, squares, smallest, largest } = distributionOf(list)
      const read = new Distribution()
      reader.addNextTo(read)
      expect(read).toMatchObject({ size, total, squares, smallest, largest })
    }
  })

  test('keep values apart up to four, and from five on percentiles that are at most 1 % off', () => {
    const reader = new DistributionReader(Buffer.from(stored, 'hex'))
    reader.skip()
    const [few, many] = [new Distribution(), new Distribution()]
    reader.addNextTo(few)
    reader.addNextTo(many)
    expect(few.values()).toEqual([Float64Array.of(12.5, 0.25)])
    expect(many.values()).toBeNull()
    const [middle = 0, last = 0] = many.percentilesAt([0.6, 1])
    expect(Math.abs(middle - 4)).toBeLessThanOrEqual(0.04)
    expect(Math.abs(last - 1000)).toBeLessThanOrEqual(10)
  })
})

describe('the days of an account', () => {
  const days = [
    { results: 7, failures: 1, distribution: distributionOf(sixValues) },
    { results: 300, failures: 0, distribution: new Distribution() },
  ]
  const histograms =
    '0701060000000000b88f4000000000000000000000000000408f40060001008f030100230100220100220100f20101' + 'ac02000000'
  const summary = { results: 7, failures: 1, size: 6, total: 1015, p95: 800.5, p99: 960.25 }
  const summaries =
    '0000000000001c40000000000000f03f00000000000018400000000000b88f40000000000004894000000000000' + '28e40'

  test('are written as the bytes that are stored', () => {
    expect(encodeDays(days).toString('hex')).toBe(histograms)
    expect(encodeSummaries([summary]).toString('hex')).toBe(summaries)
  })

  test('are read from the bytes that are stored', () => {
    const reader = new DayReader(Buffer.from(histograms, 'hex'))
    const read = days.map(() => ({ results: 0, failures: 0, distribution: new Distribution() }))
    for (const day of read) reader.addNextTo(day)
    expect(read).toMatchObject([
      { results: 7, failures: 1, distribution: sixTotals },
      { results: 300, failures: 0, distribution: { size: 0 } },
    ])
    expect(summaryReader(Buffer.from(summaries, 'hex'))(0)).toEqual(summary)
  })
})
