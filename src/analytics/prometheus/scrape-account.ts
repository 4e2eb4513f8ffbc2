import { analyticsTypes, columnOfMetric, locationOfQueue } from '#contract'
import {
  countScrapedResults,
  countScrapedValues,
  findScrapedChecks,
  findScrapedQueues,
  findScrapedWaits,
} from '#storage'
import type { ScrapedCheckRow, ScrapedWaitRow, Store } from '#storage'
import { timeOfId } from '#kernel'
import { exactPercentiles } from '../histogram.ts'
import { checkLabels } from './check-labels.ts'
import { checkTimings, timingBoundsSeconds } from './check-timings.ts'
import type { Exposition, Labels } from './exposition.ts'

export interface ScrapeOptions {
  readonly accountId: string
  readonly nowMs: number
  readonly locationLabelEnabled: boolean
  readonly includeRetryAttempts: boolean
  readonly disableTagParsing: boolean
}

const hourMs = 3_600_000
const dayS = 86_400

type Values = Awaited<ReturnType<typeof countScrapedValues>>

/** The series of the second version (semantics 10.4). Counters and histograms begin anew with every hour. */
export async function scrapeAccount(store: Store, options: ScrapeOptions, into: Exposition): Promise<void> {
  const { accountId, nowMs } = options
  const filter = {
    accountId,
    from: new Date(Math.floor(nowMs / hourMs) * hourMs),
    withLocations: options.locationLabelEnabled,
    withAttempts: options.includeRetryAttempts,
  }
  const bounds = timingBoundsSeconds.map((seconds) => seconds * 1000)
  const [checks, results, values] = await Promise.all([
    findScrapedChecks(store.db, accountId),
    countScrapedResults(store.db, filter),
    countScrapedValues(store.db, filter, bounds),
  ])
  const resultsOf = Map.groupBy(results, (row) => row.check_id)
  const valuesOf = Map.groupBy(values, (row) => row.check_id)
  for (const check of checks) {
    const labels = checkLabels(check, { parsesTags: !options.disableTagParsing })
    tellState(check, labels, into)
    for (const { location, outcome, size } of resultsOf.get(check.id) ?? [])
      into.counter(
        'check_result_total',
        'Results of this hour.',
        { ...labels, ...placed(location), status: statusNames[outcome] ?? outcome },
        size,
      )
    tellTimings(check, labels, valuesOf.get(check.id) ?? [], into)
    tellPacketLoss(check, labels, valuesOf.get(check.id) ?? [], into)
  }
  await tellQueues(store, options, into)
}

const statusNames: Readonly<Record<string, string>> = { passed: 'passing', degraded: 'degraded', failed: 'failing' }
const placed = (location: string): Labels => (location === '' ? {} : { location: locationOfQueue(location) })

function tellState(check: ScrapedCheckRow, labels: Labels, into: Exposition): void {
  if (check.status !== null)
    for (const status of ['passing', 'failing', 'degraded'])
      into.gauge(
        'check_status',
        'Whether the check is in this state.',
        { ...labels, status },
        check.status === status ? 1 : 0,
      )
  if (check.check_type === 'HEARTBEAT') {
    const last = check.last_success_at === null ? 0 : check.last_success_at.getTime() / 1000
    into.gauge('heartbeat_last_success_timestamp_seconds', 'When the last ping came; 0 for never.', labels, last)
    into.gauge(
      'heartbeat_expected_interval_seconds',
      'How often pings are expected.',
      labels,
      (check.period_ms ?? 0) / 1000,
    )
  }
  if (check.ssl_days_remaining !== null)
    into.gauge(
      'time_to_ssl_expiry_seconds',
      'How long the certificate is still valid.',
      { ...labels, domain: domainOf(check.url) },
      check.ssl_days_remaining * dayS,
    )
}

const domainOf = (url: string | null): string => (url !== null && URL.canParse(url) ? new URL(url).hostname : '')

function tellTimings(check: ScrapedCheckRow, labels: Labels, values: Values, into: Exposition): void {
  const family = checkTimings[check.check_type]
  if (!family) return
  for (const [metric, type] of Object.entries(family.types)) {
    const column = columnOfMetric(check.check_type, metric)
    const of = values.filter((row) => row.metric === column)
    for (const [location, rows] of Map.groupBy(of, (row) => row.location)) {
      const counts = Array.from({ length: timingBoundsSeconds.length + 1 }, () => 0)
      for (const row of rows) counts[row.step] = row.size
      const total = rows.reduce((sum, row) => sum + row.total, 0) / 1000
      const all = { ...labels, ...placed(location), ...(type === null ? {} : { type }) }
      for (const name of family.names)
        into.histogram(name, family.help, all, { bounds: timingBoundsSeconds, counts, total })
    }
  }
}

function tellPacketLoss(check: ScrapedCheckRow, labels: Labels, values: Values, into: Exposition): void {
  if (check.check_type !== 'ICMP') return
  const column = analyticsTypes.ICMP.metrics.findIndex(({ name }) => name === 'packetLoss') + 1
  const of = values.filter((row) => row.metric === column)
  for (const [location, rows] of Map.groupBy(of, (row) => row.location)) {
    const size = rows.reduce((sum, row) => sum + row.size, 0)
    const percent = rows.reduce((sum, row) => sum + row.total, 0) / size
    into.gauge(
      'icmp_monitor_packet_loss_ratio',
      'Mean share of lost packets.',
      { ...labels, ...placed(location) },
      percent / 100,
    )
  }
}

async function tellQueues(store: Store, { accountId, nowMs }: ScrapeOptions, into: Exposition): Promise<void> {
  const queues = await findScrapedQueues(store.db, accountId, new Date(nowMs))
  if (queues.length === 0) return
  const waits = await findScrapedWaits(store.db, accountId, new Date(nowMs - waitsKeptMs))
  const waitsOf = Map.groupBy(waits, (wait) => wait.slug_name)
  for (const queue of queues) {
    const labels = {
      private_location_name: queue.name,
      private_location_slug_name: queue.slug_name,
      private_location_id: queue.id,
    }
    const age = queue.oldest_at === null ? 0 : (nowMs - queue.oldest_at.getTime()) / 1000
    into.gauge('private_location_queue_size', 'Runs that wait.', labels, queue.queued)
    into.gauge('private_location_oldest_scheduled_check_run', 'Seconds the oldest run has been waiting.', labels, age)
    const runs = 'Runs by state.'
    into.gauge('private_location_check_runs', runs, { ...labels, state: 'queued' }, queue.queued)
    into.gauge('private_location_check_runs', runs, { ...labels, state: 'inflight' }, queue.inflight)
    tellWaits(labels, waitsOf.get(queue.slug_name) ?? [], into)
  }
}

const waitsKeptMs = 120_000
/** Runs that take long wait in the main queue. */
const mainTypes: ReadonlySet<string> = new Set(['API', 'BROWSER', 'MULTI_STEP', 'PLAYWRIGHT', 'AGENTIC'])

/** How long the runs of the last two minutes waited; nothing for a queue that had none. */
function tellWaits(labels: Labels, waits: readonly ScrapedWaitRow[], into: Exposition): void {
  for (const [queue, some] of Map.groupBy(waits, (wait) => (mainTypes.has(wait.check_type) ? 'main' : 'uptime'))) {
    const times = Float64Array.from(some, (wait) => Math.max(0, wait.started_at.getTime() - timeOfId(wait.id)))
    const [p90 = 0, p99 = 0] = exactPercentiles([times], [0.9, 0.99])
    const avg = times.reduce((sum, time) => sum + time, 0) / times.length
    for (const [stat, value] of Object.entries({ avg, p90, p99 }))
      into.gauge(
        'private_location_queue_duration_ms',
        'How long the runs of the last two minutes waited.',
        { ...labels, queue, stat },
        Math.round(value),
      )
  }
}
