import { metricPropertyOf, DistributionReader, encodeDistributions, metricPositions } from '#packing'
import type { NewRollup, RollupRow } from '#storage/analytics'
import type { PackedHour, PackedMetrics, Series } from '#packing'
import { Distribution } from './distribution.ts'

interface SeriesDistributions {
  readonly series: readonly [location: string, statusCode: number, outcome: string]
  size: number
  retries: number
  /** In the order of the positions of metrics. */
  readonly distributions: readonly Distribution[]
}

/** Puts the roll-up of one check together. */
export class RollupBuilder {
  readonly checkId: string
  readonly #accountId: string
  readonly #series = new Map<string, SeriesDistributions>()

  constructor(accountId: string, checkId: string) {
    this.#accountId = accountId
    this.checkId = checkId
  }

  addHour(hour: PackedHour): void {
    const packed = metricPositions.map((position) => hour.valuesOf(position))
    let offset = 0
    for (const series of hour.series) {
      const end = offset + series[3]
      const { distributions } = this.#count(series)
      for (const [index, values] of packed.entries())
        if (values) distributions[index]?.addValues(values.between(offset, end))
      offset = end
    }
  }

  addRollup(rollup: RollupRow): void {
    const counted = rollup.series.map((series) => this.#count(series))
    for (const [index, position] of metricPositions.entries()) {
      const bytes = rollup[metricPropertyOf(position)]
      if (!bytes) continue
      const reader = new DistributionReader(bytes)
      for (const { distributions } of counted) {
        const distribution = distributions[index]
        if (distribution) reader.addNextTo(distribution)
      }
    }
  }

  /** Every series by itself. */
  build(): NewRollup {
    return this.#rollup([...this.#series.values()], true)
  }

  /** Only what failed and what did not. */
  buildShort(): NewRollup {
    const groups = Map.groupBy(this.#series.values(), ({ series: [, , outcome] }) => outcome === 'failed')
    const all = [...groups].map(([isFailed, some]) => mergedSeries(isFailed ? 'failed' : 'passed', some))
    return this.#rollup(all, false)
  }

  #rollup(all: readonly SeriesDistributions[], isBrokenDown: boolean): NewRollup {
    return {
      ...encodedMetrics(all),
      isBrokenDown,
      accountId: this.#accountId,
      checkId: this.checkId,
      series: all.map(({ series, size, retries }): Series => [...series, size, retries]),
    }
  }

  #count([location, statusCode, outcome, size, retries]: Series): SeriesDistributions {
    const key = `${statusCode} ${outcome} ${location}`
    const known = this.#series.get(key) ?? {
      series: [location, statusCode, outcome],
      size: 0,
      retries: 0,
      distributions: metricPositions.map(() => new Distribution()),
    }
    known.size += size
    known.retries += retries
    this.#series.set(key, known)
    return known
  }
}

function mergedSeries(outcome: string, some: readonly SeriesDistributions[]): SeriesDistributions {
  const sum = (of: (one: SeriesDistributions) => number): number => some.reduce((all, one) => all + of(one), 0)
  return {
    series: ['', 0, outcome],
    size: sum(({ size }) => size),
    retries: sum(({ retries }) => retries),
    distributions: metricPositions.map((_, index) => {
      const merged = new Distribution()
      for (const { distributions } of some) if (distributions[index]) merged.addDistribution(distributions[index])
      return merged
    }),
  }
}

/** A metric that nothing measured takes no room. */
function encodedMetrics(all: readonly SeriesDistributions[]): PackedMetrics {
  const encoded: Record<keyof PackedMetrics, Buffer | null> = {}
  for (const [index, position] of metricPositions.entries()) {
    const distributions = all.flatMap((one) => one.distributions[index] ?? [])
    encoded[metricPropertyOf(position)] = distributions.some(({ size }) => size > 0)
      ? encodeDistributions(distributions)
      : null
  }
  return encoded
}
