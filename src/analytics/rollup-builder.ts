import { metricColumnNames } from '#storage'
import type { HourRow, MetricColumn, NewRollup, RollupRow, Series } from '#storage'
import { valuesFrom } from './figure-groups.ts'
import { Tally } from './tally.ts'
import { encodeTallies, TallyReader } from './tally-encoding.ts'

interface SeriesTallies {
  readonly series: readonly [location: string, statusCode: number, outcome: string]
  size: number
  retries: number
  readonly tallies: readonly Tally[]
}

/** Puts the roll-up of one check together. */
export class RollupBuilder {
  readonly checkId: string
  readonly #accountId: string
  readonly #series = new Map<string, SeriesTallies>()

  constructor(accountId: string, checkId: string) {
    this.#accountId = accountId
    this.checkId = checkId
  }

  addHour(hour: HourRow): void {
    let offset = 0
    for (const series of hour.series) {
      const end = offset + series[3]
      const { tallies } = this.#count(series)
      for (const [index, name] of metricColumnNames.entries()) {
        const bytes = hour[name]
        if (bytes) tallies[index]?.addValues(valuesFrom(bytes, offset, end))
      }
      offset = end
    }
  }

  addRollup(rollup: RollupRow): void {
    const counted = rollup.series.map((series) => this.#count(series))
    for (const [index, name] of metricColumnNames.entries()) {
      const bytes = rollup[name]
      if (!bytes) continue
      const reader = new TallyReader(bytes)
      for (const { tallies } of counted) {
        const tally = tallies[index]
        if (tally) reader.addNextTo(tally)
      }
    }
  }

  /** Every series by itself. */
  build(fromMs: number): NewRollup {
    return this.#rollup([...this.#series.values()], fromMs, true)
  }

  /** Only what failed and what did not. */
  buildShort(fromMs: number): NewRollup {
    const groups = Map.groupBy(this.#series.values(), ({ series: [, , outcome] }) => outcome === 'failed')
    const all = [...groups].map(([isFailed, some]) => mergedTallies(isFailed ? 'failed' : 'passed', some))
    return this.#rollup(all, fromMs, false)
  }

  #rollup(all: readonly SeriesTallies[], fromMs: number, isBrokenDown: boolean): NewRollup {
    return {
      ...encodedMetrics(all),
      isBrokenDown,
      accountId: this.#accountId,
      checkId: this.checkId,
      bucketMs: fromMs,
      series: all.map(({ series, size, retries }): Series => [...series, size, retries]),
    }
  }

  #count([location, statusCode, outcome, size, retries]: Series): SeriesTallies {
    const key = `${statusCode} ${outcome} ${location}`
    const known = this.#series.get(key) ?? {
      series: [location, statusCode, outcome],
      size: 0,
      retries: 0,
      tallies: metricColumnNames.map(() => new Tally()),
    }
    known.size += size
    known.retries += retries
    this.#series.set(key, known)
    return known
  }
}

function mergedTallies(outcome: string, some: readonly SeriesTallies[]): SeriesTallies {
  const sum = (of: (one: SeriesTallies) => number): number => some.reduce((all, one) => all + of(one), 0)
  return {
    series: ['', 0, outcome],
    size: sum(({ size }) => size),
    retries: sum(({ retries }) => retries),
    tallies: metricColumnNames.map((_, index) => {
      const merged = new Tally()
      for (const { tallies } of some) if (tallies[index]) merged.addTally(tallies[index])
      return merged
    }),
  }
}

/** A metric that nothing measured takes no room. */
function encodedMetrics(all: readonly SeriesTallies[]): Record<MetricColumn, Buffer | null> {
  const encoded: Record<MetricColumn, Buffer | null> = {}
  for (const [index, name] of metricColumnNames.entries()) {
    const tallies = all.flatMap((one) => one.tallies[index] ?? [])
    encoded[name] = tallies.some((tally) => tally.size > 0) ? encodeTallies(tallies) : null
  }
  return encoded
}
