import { descriptorOf, isInboundType, locationOfQueue } from '#contract'
import { findScrapedChecks, findScrapedQueues, findScrapedWaits } from '#storage/analytics'
import type { ScrapedCheck, ScrapedWait } from '#storage/analytics'
import type { Store } from '#storage/database'
import { dayMs, minuteMs, secondMs, timeOfId } from '#kernel'
import { exactPercentiles } from '../percentiles.ts'
import { checkLabels } from './check-labels.ts'
import { labelText, withLabels } from './exposition.ts'
import type { Exposition, Labels } from './exposition.ts'
import type { HourCounts } from './hour-counts.ts'
import { writeHistograms, writeRatios, writeTimings } from './write-timings.ts'
import type { TimingOptions } from './write-timings.ts'
import type { LocationCounts } from './scraped-counts.ts'

export interface ScrapeOptions extends TimingOptions {
  readonly accountId: string
  readonly nowMs: number
  readonly locationLabelEnabled: boolean
  readonly includeRetryAttempts: boolean
  readonly disableTagParsing: boolean
}

const dayS = dayMs / secondMs

/** The series of the second version. Counters and histograms reset every hour. */
export async function scrapeAccount(
  store: Store,
  hours: HourCounts,
  options: ScrapeOptions,
  into: Exposition,
): Promise<void> {
  const { accountId, nowMs } = options
  const shown = { withLocations: options.locationLabelEnabled, withAttempts: options.includeRetryAttempts }
  const [checks, hour] = await Promise.all([findScrapedChecks(store.db, accountId), hours.upTo(accountId, nowMs)])
  for (const check of checks) {
    const labels = labelText(checkLabels(check, { parsesTags: !options.disableTagParsing }))
    tellState(check, labels, into)
    for (const counts of hour.of(check.id, shown)) {
      const all = withLabels(labels, placed(counts.location))
      tellResults(counts, all, into)
      writeTimings({ check, labels: all, counts }, options, into)
      writeHistograms({ check, labels: all, counts }, options, into)
      writeRatios({ check, labels: all, counts }, into)
    }
  }
  await tellQueues(store, options, into)
}

const statusNames: Readonly<Record<string, string>> = { passed: 'passing', degraded: 'degraded', failed: 'failing' }
const placed = (location: string): Labels => (location === '' ? {} : { location: locationOfQueue(location) })

function tellResults({ outcomes }: LocationCounts, labels: string, into: Exposition): void {
  for (const [outcome, size] of [...outcomes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const status = statusNames[outcome] ?? outcome
    into.counter('check_result_total', 'Results of this hour.', withLabels(labels, { status }), size)
  }
}

function tellState(check: ScrapedCheck, labels: string, into: Exposition): void {
  if (check.status !== null)
    for (const status of ['passing', 'failing', 'degraded'])
      into.gauge(
        'check_status',
        'Whether the check is in this state.',
        withLabels(labels, { status }),
        check.status === status ? 1 : 0,
      )
  if (isInboundType(check.checkType)) {
    const last = check.lastSuccessAt === null ? 0 : check.lastSuccessAt.getTime() / 1000
    into.gauge('heartbeat_last_success_timestamp_seconds', 'When the last ping came; 0 for never.', labels, last)
    into.gauge(
      'heartbeat_expected_interval_seconds',
      'How often pings are expected.',
      labels,
      (check.periodMs ?? 0) / 1000,
    )
  }
  tellMetrics(check, labels, into)
  if (check.sslDaysRemaining !== null)
    into.gauge(
      'time_to_ssl_expiry_seconds',
      'How long the certificate is still valid.',
      withLabels(labels, { domain: domainOf(check.url) }),
      check.sslDaysRemaining * dayS,
    )
}

function tellMetrics({ metrics }: ScrapedCheck, labels: string, into: Exposition): void {
  for (const { name, value, unit } of metrics ?? [])
    into.gauge(
      'heartbeat_metric',
      'The latest value of a number that pings send.',
      withLabels(labels, { metric: name, unit: unit ?? '' }),
      value,
    )
}

const domainOf = (url: string | null): string => (url !== null && URL.canParse(url) ? new URL(url).hostname : '')

async function tellQueues(store: Store, { accountId, nowMs }: ScrapeOptions, into: Exposition): Promise<void> {
  const queues = await findScrapedQueues(store.db, accountId, new Date(nowMs))
  if (queues.length === 0) return
  const waits = await findScrapedWaits(store.db, accountId, new Date(nowMs - waitsKeptMs))
  const waitsOf = Map.groupBy(waits, (wait) => wait.slugName)
  for (const queue of queues) {
    const labels = labelText({
      private_location_name: queue.name,
      private_location_slug_name: queue.slugName,
      private_location_id: queue.id,
    })
    const age = queue.oldestAt === null ? 0 : (nowMs - queue.oldestAt.getTime()) / 1000
    into.gauge('private_location_queue_size', 'Runs that wait.', labels, queue.queued)
    into.gauge('private_location_oldest_scheduled_check_run', 'Seconds the oldest run has been waiting.', labels, age)
    const runs = 'Runs by state.'
    into.gauge('private_location_check_runs', runs, withLabels(labels, { state: 'queued' }), queue.queued)
    into.gauge('private_location_check_runs', runs, withLabels(labels, { state: 'inflight' }), queue.inflight)
    tellWaits(labels, waitsOf.get(queue.slugName) ?? [], into)
  }
}

const waitsKeptMs = 2 * minuteMs

/** How long the runs of the last two minutes waited; nothing for a queue that had none. */
function tellWaits(labels: string, waits: readonly ScrapedWait[], into: Exposition): void {
  for (const [queue, some] of Map.groupBy(waits, (wait) => descriptorOf(wait.checkType).queue)) {
    const times = Float64Array.from(some, (wait) => Math.max(0, wait.startedAt.getTime() - timeOfId(wait.id)))
    const [p90 = 0, p99 = 0] = exactPercentiles([times], [0.9, 0.99])
    const avg = times.reduce((sum, time) => sum + time, 0) / times.length
    for (const [stat, value] of Object.entries({ avg, p90, p99 }))
      into.gauge(
        'private_location_queue_duration_ms',
        'How long the runs of the last two minutes waited.',
        withLabels(labels, { queue, stat }),
        Math.round(value),
      )
  }
}
