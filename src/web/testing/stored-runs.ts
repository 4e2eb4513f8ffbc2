import type { Answer } from '../api/operations.ts'
import type { FakeApi } from './fake-api.ts'
import { sample, sampleIn } from './sample.ts'

type Series = Answer<'getCheckSeries'>
type Counted = Series['total']

export interface StoredRun {
  readonly id: string
  readonly at: string
  readonly location: string
  /** Milliseconds. */
  readonly ms: number
  /** Why it failed; null: it passed. */
  readonly error: string | null
}

const minuteMs = 60_000

/** A run of a check that passed, so many minutes before ten o'clock on the day at which pages begin. */
export function aRun(number: number, minutesBefore: number, fields: Partial<StoredRun> = {}): StoredRun {
  const id = `0198c6a0-0000-7000-8000-${String(number).padStart(12, '0')}`
  const at = new Date(Date.parse('2026-11-26T10:00:00.000Z') - minutesBefore * minuteMs).toISOString()
  return { id, at, location: 'eu-west-1', ms: 120, error: null, ...fields }
}

/** Has a fake answer the results of a check and its series by minutes from these runs, which a test may add to. */
export function storeRuns(api: FakeApi, checkId: string, runs: readonly StoredRun[], more: Partial<Series> = {}): void {
  api.answer('getCheckSeries', (_input, { params, query }) => {
    const fromMs = Math.floor(secondsOf(query['from']) / 60) * minuteMs
    const toMs = Math.ceil(secondsOf(query['to']) / 60) * minuteMs
    const inside = runs.filter(({ at }) => Date.parse(at) >= fromMs && Date.parse(at) < toMs)
    return sample('getCheckSeries', {
      checkId: params['id'] ?? checkId,
      checkType: 'API',
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      interval: minuteMs / 1_000,
      metric: { name: 'responseTime', label: 'Response Time', unit: 'milliseconds' },
      metrics: [{ name: 'firstByte', label: 'First Byte', unit: 'milliseconds', isPhase: true }],
      total: countedOf(inside),
      buckets: bucketsOf(inside),
      locations: query['byLocation'] === 'true' ? locationsOf(inside) : [],
      ...more,
    })
  })
  api.answer('listCheckResultsV2', (_input, { query }) => {
    const found = runs.filter((run) => isFound(run, query))
    return { length: found.length, nextId: null, entries: found.toReversed().map(entryOf) }
  })
  api.answer('getCheckResult', ({ params }) => {
    const run = runs.find(({ id }) => id === params.checkResultId)
    return sample('getCheckResult', {
      id: params.checkResultId,
      checkId,
      hasFailures: run !== undefined && run.error !== null,
      error: run?.error ?? null,
      runLocation: run?.location ?? '',
      ...(run?.error && { apiCheckResult: { requestError: run.error } }),
    })
  })
}

const secondsOf = (text: unknown): number => Number(text)

function isFound({ at, location, error }: StoredRun, query: Readonly<Record<string, unknown>>): boolean {
  const { from = 0, to = Infinity, hasFailures } = query
  const seconds = Date.parse(at) / 1_000
  return (
    seconds >= secondsOf(from) &&
    seconds < secondsOf(to) &&
    (query['location'] ?? location) === location &&
    (hasFailures !== 'true' || error !== null)
  )
}

const entryOf = ({ id, at, location, ms, error }: StoredRun) =>
  sampleIn('listCheckResultsV2', 'entries', {
    id,
    startedAt: at,
    created_at: at,
    runLocation: location,
    responseTime: ms,
    hasFailures: error !== null,
    error,
  })

function countedOf(runs: readonly StoredRun[]): Counted {
  const slowest = runs.length === 0 ? null : Math.max(...runs.map(({ ms }) => ms))
  const failed = runs.filter(({ error }) => error !== null).length
  return {
    passed: runs.length - failed,
    degraded: 0,
    failed,
    p50: slowest,
    p95: slowest,
    p99: slowest,
    max: slowest,
    means: [slowest],
  }
}

const bucketsOf = (runs: readonly StoredRun[]): Series['buckets'] =>
  [...Map.groupBy(runs, ({ at }) => Math.floor(Date.parse(at) / minuteMs))]
    .toSorted(([one], [other]) => one - other)
    .map(([minute, inside]) => ({ at: new Date(minute * minuteMs).toISOString(), ...countedOf(inside) }))

const locationsOf = (runs: readonly StoredRun[]): Series['locations'] =>
  [...Map.groupBy(runs, ({ location }) => location)].map(([location, inside]) => ({
    location,
    total: countedOf(inside),
    buckets: bucketsOf(inside),
  }))
