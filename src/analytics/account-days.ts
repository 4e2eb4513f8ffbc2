import { insertAccountDay, readShortDays } from '#storage'
import type { Queryable, ShortDayRow, Stretch } from '#storage'
import { encodeDays } from './day-encoding.ts'
import type { CheckTally } from './day-encoding.ts'
import { Tally } from './tally.ts'
import { TallyReader } from './tally-encoding.ts'

/** Numbers that a day keeps of each check besides its tally. */
export const figuresOfDay = 6
export const idBytes = 16

/** Puts the days of all checks of an account together, account after account. */
export async function packAccountDay(tx: Queryable, { fromMs }: Stretch): Promise<void> {
  let open: ShortDayRow[] = []
  const store = async (): Promise<unknown> => {
    const [first] = open
    return first && insertAccountDay(tx, { accountId: first.accountId, fromMs }, packed(open))
  }
  for await (const rows of readShortDays(tx, fromMs))
    for (const row of rows) {
      if (open[0]?.accountId !== row.accountId) {
        await store()
        open = []
      }
      open.push(row)
    }
  await store()
}

function packed(rows: readonly ShortDayRow[]) {
  const days = rows.map(dayOf)
  const figures = Buffer.alloc(8 * figuresOfDay * rows.length)
  for (const [index, { results, failures, tally }] of days.entries()) {
    const [, , p95 = 0, p99 = 0] = tally.size === 0 ? [] : tally.percentiles
    for (const [place, value] of [results, failures, tally.size, tally.total, p95, p99].entries())
      figures.writeDoubleLE(value, 8 * (figuresOfDay * index + place))
  }
  const checks = Buffer.alloc(idBytes * rows.length)
  for (const [index, { checkId: id }] of rows.entries()) checks.write(id.replaceAll('-', ''), idBytes * index, 'hex')
  return { checks, figures, tallies: encodeDays(days) }
}

function dayOf({ series, main }: ShortDayRow): CheckTally {
  const day: CheckTally = { results: 0, failures: 0, tally: new Tally() }
  const reader = main === null ? null : new TallyReader(main)
  for (const [, , outcome, size] of series) {
    day.results += size
    if (outcome === 'failed') day.failures += size
    reader?.addNextTo(day.tally)
  }
  return day
}
