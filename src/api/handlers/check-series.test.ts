import { expect, test } from 'vitest'
import type { CheckSeriesResource } from '#contract'
import { dayMs, hourMs, minuteMs, timeOrderedId } from '#kernel'
import { naive } from '../../../tests/support/naive-metrics.ts'
import { useMeasuredCheck, within } from '../../../tests/support/use-measured-check.ts'

const { database, service, send, sendWith, accountId, checkId, nowMs, finals } = useMeasuredCheck()

const seriesOf = async (query = '', id = checkId()): Promise<CheckSeriesResource> => {
  const answer = await send('GET', `/v1/checks/${id}/series?${query}`)
  expect(answer.status).toBe(200)
  return answer.body as CheckSeriesResource
}
const rangeOf = (fromMs: number, toMs: number): string => `from=${fromMs / 1000}&to=${toMs / 1000}`
const counted = (results: readonly { readonly outcome: string }[]) => ({
  passed: results.filter(({ outcome }) => outcome === 'passed').length,
  degraded: results.filter(({ outcome }) => outcome === 'degraded').length,
  failed: results.filter(({ outcome }) => outcome === 'failed').length,
})
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100)

test.each([
  ['an hour', hourMs],
  ['a day', dayMs],
  ['four days', 4 * dayMs],
])('the intervals of %s have the counts and times of their results', async (_name, lengthMs) => {
  const series = await seriesOf(`${rangeOf(nowMs() - lengthMs, nowMs())}&points=60&byLocation=true`)
  const own = (bucket: { readonly at: string }, location?: string) => {
    const fromMs = Date.parse(bucket.at)
    const results = finals(within(fromMs, fromMs + series.interval * 1000))
    return location === undefined ? results : results.filter((result) => result.location === location)
  }
  expect(series.buckets.length).toBeGreaterThan(10)
  for (const bucket of series.buckets) {
    const results = own(bucket)
    expect(bucket).toMatchObject(counted(results))
    expect(bucket.p95).toBeCloseTo(naive(results, 'responseTime_p95') ?? 0, 1)
    expect(bucket.max).toBe(rounded(naive(results, 'responseTime_max')))
    expect(bucket.means[0]).toBe(rounded(naive(results, 'wait_avg')))
  }
  const all = finals(within(Date.parse(series.from), Date.parse(series.to)))
  expect(series.total).toMatchObject({ ...counted(all), max: rounded(naive(all, 'responseTime_max')) })
  expect(series.total.p95).toBeCloseTo(naive(all, 'responseTime_p95') ?? 0, 1)
  const sum = series.buckets.reduce((total, { passed, degraded, failed }) => total + passed + degraded + failed, 0)
  expect(sum).toBe(all.length)
  expect(series.locations.map(({ location }) => location)).toEqual(['ap-south-1', 'eu-west-1', 'us-east-1'])
  for (const { location, buckets } of series.locations)
    for (const bucket of buckets) expect(bucket).toMatchObject(counted(own(bucket, location)))
})

test('the answer names what it measures, and which of it are phases', async () => {
  const series = await seriesOf()
  expect(series).toMatchObject({ checkId: checkId(), checkType: 'API', locations: [] })
  expect(series.metric).toEqual({ name: 'responseTime', label: 'Response Time', unit: 'milliseconds' })
  expect(series.metrics.map(({ name, isPhase }) => `${name} ${isPhase}`)).toEqual([
    'wait true',
    'dns true',
    'tcp true',
    'firstByte true',
    'download true',
  ])
})

test('a heartbeat has its events as results', async () => {
  const id = await service().heartbeat(accountId())
  const at = nowMs() - 5 * minuteMs
  for (const [state, offset] of [
    ['RECEIVED', 0],
    ['FAILING', 1],
    ['RECEIVED', 2 * minuteMs],
  ] as const)
    await database.db().rows(
      `insert into heartbeat_events (account_id, check_id, id, state, at, source, user_agent, lateness_ms)
       values ($1, $2, $3, $4, $5, '', '', 0)`,
      [accountId(), id, timeOrderedId(at + offset), state, new Date(at + offset)],
    )
  const series = await seriesOf(rangeOf(nowMs() - hourMs, nowMs()), id)
  expect(series.metric).toBeNull()
  const sums = series.buckets.map(({ passed, failed }) => passed + failed).reduce((one, other) => one + other, 0)
  expect({ sums, failed: series.buckets.reduce((sum, { failed }) => sum + failed, 0) }).toEqual({ sums: 3, failed: 1 })
})

test('changes by people and by keys, alerts, incidents and maintenances of the check are annotations, and no others', async () => {
  const [account, id] = [accountId(), checkId()]
  const before = await seriesOf()
  expect(before.annotations.filter(({ kind }) => kind !== 'CHANGE')).toEqual([])
  await send('PUT', `/v1/checks/${id}`, { degradedResponseTime: 1234 })
  const at = new Date(nowMs() - minuteMs)
  const alert = (check: string, type: string) =>
    database.db().rows(
      `insert into check_alerts (account_id, id, check_id, check_name, check_type, alert_type, error, started_at, created_at)
       values ($1, $2, $3, 'shop', 'API', $4, 'Answers 503.', $5, $5)`,
      [account, timeOrderedId(at.getTime()), check, type, at],
    )
  await alert(id, 'ALERT_FAILURE')
  await alert(id, 'NO_ALERT')
  await alert(await service().check(account), 'ALERT_FAILURE')
  await database.db().rows(
    `insert into incidents (account_id, id, name, severity, last_update_status, opened_by_check_id, created_at, updated_at)
     values ($1, $2, 'Orders fail', 'MAJOR', 'INVESTIGATING', $3, $4, $4)`,
    [account, timeOrderedId(at.getTime()), id, at],
  )
  const window = (name: string, more: object) =>
    send('POST', '/v1/maintenance-windows', {
      name,
      startsAt: new Date(nowMs() - 10 * minuteMs).toISOString(),
      endsAt: new Date(nowMs() + hourMs).toISOString(),
      ...more,
    })
  await window('database', { tags: ['team:web'] })
  await window('somebody else', { tags: ['team:other'] })
  service().clock.advance(2 * minuteMs)
  const { annotations } = await seriesOf()
  service().clock.advance(-2 * minuteMs)
  expect(annotations.find(({ kind }) => kind === 'ALERT')).toMatchObject({
    alertType: 'ALERT_FAILURE',
    error: 'Answers 503.',
    at: at.toISOString(),
  })
  expect(annotations.filter(({ kind }) => kind === 'ALERT')).toHaveLength(1)
  expect(annotations.find(({ kind }) => kind === 'INCIDENT')).toMatchObject({ name: 'Orders fail', until: null })
  expect(annotations.filter(({ kind }) => kind === 'MAINTENANCE')).toMatchObject([
    { name: 'database', pauses: true, silences: false },
  ])
  expect(annotations.filter(({ kind }) => kind === 'CHANGE')).toMatchObject([
    { action: 'CREATED' },
    { action: 'UPDATED', operation: 'updateCheckGeneric', ofGroup: false, fields: ['degradedResponseTime'] },
  ])
  expect(annotations.filter(({ kind }) => kind === 'DEPLOYMENT')).toEqual([])
})

test('a change by a tool that names itself is a deployment', async () => {
  const cli = sendWith({ 'x-checkly-source': 'CLI', 'user-agent': 'axios/1.7' })
  await cli('PUT', `/v1/checks/${checkId()}`, { maxResponseTime: 4321 })
  service().clock.advance(1000)
  const { annotations } = await seriesOf()
  service().clock.advance(-1000)
  expect(annotations.filter(({ kind }) => kind === 'DEPLOYMENT')).toMatchObject([
    { action: 'UPDATED', fields: ['maxResponseTime'] },
  ])
})

test('a range that is none is rejected, and checks of others do not exist', async () => {
  expect(await send('GET', `/v1/checks/${checkId()}/series?from=200&to=100`)).toMatchObject({ status: 400 })
  expect(await send('GET', `/v1/checks/${checkId()}/series?points=1`)).toMatchObject({ status: 400 })
  const { send: stranger } = await service().owner()
  expect(await stranger('GET', `/v1/checks/${checkId()}/series`)).toMatchObject({ status: 404 })
})
