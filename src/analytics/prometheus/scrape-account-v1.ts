import { locationOfQueue } from '#contract'
import { dayMs } from '#kernel'
import { findLatestValues, findScrapedChecks } from '#storage/analytics'
import type { Store } from '#storage/database'
import { mainMetricOf } from '../metrics.ts'
import { labelText, withLabels } from './exposition.ts'
import type { Exposition } from './exposition.ts'

/** The series of the first version: states, and the latest duration in milliseconds of each region. */
export async function scrapeAccountV1(
  store: Store,
  { accountId, nowMs }: { readonly accountId: string; readonly nowMs: number },
  into: Exposition,
): Promise<void> {
  const [checks, latest] = await Promise.all([
    findScrapedChecks(store.db, accountId),
    findLatestValues(store.db, accountId, new Date(nowMs - dayMs)),
  ])
  const latestOf = Map.groupBy(latest, (row) => row.checkId)
  for (const check of checks) {
    const labels = labelText({
      check_name: check.name,
      check_type: check.checkType.toLowerCase(),
      tags: check.tags.join(','),
      muted: String(check.muted),
      activated: String(check.activated),
    })
    if (check.status !== null) {
      into.gauge('check_status', '1 unless the check fails.', labels, check.status === 'failing' ? 0 : 1)
      into.gauge(
        'check_degraded_status',
        '1 unless the check is degraded.',
        labels,
        check.status === 'degraded' ? 0 : 1,
      )
    }
    const main = mainMetricOf(check.checkType)
    for (const { location, metrics } of latestOf.get(check.id) ?? []) {
      const value = main === undefined ? null : metrics[main.position - 1]
      const region = locationOfQueue(location)
      if (value !== null && value !== undefined)
        into.gauge('check_result', 'The latest duration in milliseconds.', withLabels(labels, { region }), value)
    }
  }
}
