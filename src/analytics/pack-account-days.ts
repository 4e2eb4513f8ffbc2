import { DistributionReader, encodeDays, encodeSummaries, packCheckIds } from '#packing'
import { insertAccountDay, readShortDays } from '#storage/analytics'
import type { CheckDay, DaySummary } from '#packing'
import type { ShortDayRollup, TimeSpan } from '#storage/analytics'
import type { Queryable } from '#storage/database'
import { Distribution } from './distribution.ts'

/** Puts the days of all checks of an account together, account after account. */
export async function packAccountDays(tx: Queryable, { fromMs }: TimeSpan): Promise<void> {
  let open: ShortDayRollup[] = []
  const store = async (): Promise<unknown> => {
    const [first] = open
    return first && insertAccountDay(tx, { accountId: first.accountId, fromMs, ...packed(open) })
  }
  for await (const rollups of readShortDays(tx, fromMs))
    for (const rollup of rollups) {
      if (open[0]?.accountId !== rollup.accountId) {
        await store()
        open = []
      }
      open.push(rollup)
    }
  await store()
}

function packed(rollups: readonly ShortDayRollup[]) {
  const days = rollups.map(dayOf)
  return {
    checks: packCheckIds(rollups.map(({ checkId }) => checkId)),
    summaries: encodeSummaries(days.map(summaryOf)),
    histograms: encodeDays(days),
  }
}

function summaryOf({ results, failures, distribution }: CheckDay<Distribution>): DaySummary {
  const { size, total } = distribution
  const [, , p95 = 0, p99 = 0] = size === 0 ? [] : distribution.percentiles
  return { results, failures, size, total, p95, p99 }
}

function dayOf({ series, main }: ShortDayRollup): CheckDay<Distribution> {
  const day: CheckDay<Distribution> = { results: 0, failures: 0, distribution: new Distribution() }
  const reader = main === null ? null : new DistributionReader(main)
  for (const [, , outcome, size] of series) {
    day.results += size
    if (outcome === 'failed') day.failures += size
    reader?.addNextTo(day.distribution)
  }
  return day
}
