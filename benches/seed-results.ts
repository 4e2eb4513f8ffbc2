import type { Store } from '#storage/database'

export interface ResultSeed {
  readonly accountId: string
  /** Of one type each, in the order of `metricCounts`. */
  readonly checkIds: readonly string[]
  /** How many metrics the type of each check has. */
  readonly metricCounts: readonly number[]
  readonly locations: readonly string[]
  readonly fromMs: number
  readonly toMs: number
  /** Between two results of one check. */
  readonly everyMs: number
}

/**
 * Stores results as settling does, in the order of time: one in a hundred fails, every value is log-normal, and each
 * carries what its run saw, about 700 bytes. Every check is a little later than the one before.
 */
export const seedResults = (store: Store, seed: ResultSeed): Promise<unknown> =>
  store.db.query(insertResults, [
    seed.accountId,
    seed.checkIds,
    seed.metricCounts,
    seed.locations,
    seed.fromMs,
    seed.toMs,
    seed.everyMs,
    JSON.stringify(detail),
  ])

const detail = {
  kind: 'url',
  request: { method: 'GET', url: 'https://shop.example.com/status', headers: { 'user-agent': 'belfry' } },
  response: {
    status: 200,
    statusText: 'OK',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=31536000',
      server: 'nginx',
      'x-request-id': '7c9d1d52-1f5e-4f0f-9a57-0c8f3a5a2f1b',
    },
    timings: { socket: 0.4, lookup: 1.2, connect: 9.8, response: 41.3, end: 44.9 },
    timingPhases: { wait: 0.4, dns: 0.8, tcp: 8.6, firstByte: 31.5, download: 3.6, total: 44.9 },
  },
  assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '200', error: null, actual: '200' }],
  reasons: [],
}

const insertResults = `
insert into check_results (account_id, check_id, id, session_id, sequence_id, check_name, check_type, location, run_source,
  result_type, attempt, outcome, has_errors, over_max_response_time, response_time_ms, status_code, error, scheduled_for,
  started_at, stopped_at, created_at, detail, error_group_ids, measured)
select $1, check_id, id, id, id, 'URL check', case metrics when 6 then 'URL' else 'TCP' end, location, 'SCHEDULER',
  'FINAL', 1, case when failed then 'failed' else 'passed' end, false, false, value[1],
  case when metrics < 6 then null when failed then 503 else 200 end, null, at, at, at, at, $8::jsonb, '{}', value[1:metrics]
from (
  select check_id, metrics, random() < 0.01 as failed, to_timestamp(at_ms / 1000) as at,
    ($4::text[])[1 + (step + place) % cardinality($4::text[])] as location,
    (lpad(to_hex(floor(at_ms)::bigint - 1200), 12, '0') || '7' || substr(md5(check_id::text || at_ms), 1, 3) || '8' ||
      substr(md5(at_ms || check_id::text), 1, 15))::uuid as id,
    array[${[60, 0.2, 2, 10, 40, 5].map((scale) => `round((${scale} * exp(random() * 2))::numeric, 3)::float8`).join(', ')}] as value
  from generate_series(0, ceil(($6::float8 - $5::float8) / $7::float8)::int - 1) as step
  cross join unnest($2::uuid[], $3::int[]) with ordinality as one (check_id, metrics, place)
  cross join lateral (select floor($5::float8 + $7::float8 * (step + place::float8 / cardinality($2::uuid[]))) as at_ms) as moment
  where at_ms < $6::float8
) as result
order by at
on conflict do nothing`
