import { describe, expect, test } from 'vitest'
import type { CheckAnalytics } from '#contract'
import { dayMs, hourMs, minuteMs } from '#kernel'
import { saveResultsKeptFrom } from '#storage/analytics'
import { allNames, differences } from '../../../tests/support/naive-metrics.ts'
import type { Measurement } from '../../../tests/support/naive-metrics.ts'
import { useMeasuredCheck, within } from '../../../tests/support/use-measured-check.ts'

const { database, service, send, accountId, checkId, nowMs, finals, ask } = useMeasuredCheck()

const requested = `metrics=${allNames.join(',')}`
const seconds = (ms: number): string => String(ms / 1000)
const dataOf = (analytics: CheckAnalytics, at = 0): readonly Record<string, unknown>[] =>
  analytics.series[at]?.data ?? []

describe('metrics of one check', () => {
  test('of the last 24 hours are exactly those of the results', async () => {
    const answer = await ask(requested)
    expect(differences(dataOf(answer)[0], finals(within(nowMs() - dayMs, nowMs() + 1)))).toEqual([])
    expect(answer).toMatchObject({
      checkId: checkId(),
      name: 'shop',
      checkType: 'API',
      pagination: { page: 1, limit: 10 },
    })
    expect(answer.metadata['wait_p99']).toEqual({ unit: 'milliseconds', label: 'Wait', aggregation: 'p99' })
  })

  test('of a longer range are exactly those of the results', async () => {
    const answer = await ask(`${requested}&quickRange=last7Days`)
    expect(
      differences(
        dataOf(answer)[0],
        finals(() => true),
      ),
    ).toEqual([])
  })

  test('of a range that begins and ends anywhere are those of its results', async () => {
    const fromMs = nowMs() - 3 * dayMs - 1_234_567
    const toMs = nowMs() - 4_321_000
    const answer = await ask(`${requested}&from=${seconds(fromMs)}&to=${seconds(toMs)}`)
    expect(differences(dataOf(answer)[0], finals(within(fromMs, toMs)))).toEqual([])
  })

  test('can be had per location and per status code, and of successes or failures alone', async () => {
    for (const range of ['last24Hours', 'last7Days']) {
      const fromMs = range === 'last24Hours' ? nowMs() - dayMs : 0
      const places = await ask(`${requested}&quickRange=${range}&groupBy=runLocation&filterByStatus=success`)
      expect(places.series.map((one) => Object(one).runLocation)).toEqual(['ap-south-1', 'eu-west-1', 'us-east-1'])
      for (const one of places.series) {
        const same = (result: Measurement) => result.location === Object(one).runLocation && result.outcome !== 'failed'
        expect(differences(Object(one.data[0]), finals(within(fromMs, nowMs() + 1)).filter(same))).toEqual([])
        expect(one.data[0]).toMatchObject({ runLocation: Object(one).runLocation })
      }
      const codes = await ask(`${requested}&quickRange=${range}&groupBy=statusCode&filterByStatus=failure`)
      expect(codes.series.map((one) => Object(one).statusCode)).toEqual([0, 503])
      for (const one of codes.series) {
        const same = (result: Measurement) =>
          result.statusCode === Object(one).statusCode && result.outcome === 'failed'
        expect(differences(Object(one.data[0]), finals(within(fromMs, nowMs() + 1)).filter(same))).toEqual([])
      }
    }
  })

  test('are aggregated by interval, page by page, with null where there was nothing', async () => {
    const fromMs = nowMs() - 4 * dayMs - 5 * hourMs
    for (const [page, intervalMinutes] of [
      [1, 120],
      [2, 120],
      [2, 45],
    ] as const) {
      const answer = await ask(
        `${requested}&from=${seconds(fromMs)}&aggregationInterval=${intervalMinutes}&page=${page}&limit=10`,
      )
      const rows = dataOf(answer)
      expect(rows).toHaveLength(10)
      for (const [index, row] of rows.entries()) {
        const lengthMs = intervalMinutes * minuteMs
        const start = (Math.floor(fromMs / lengthMs) + (page - 1) * 10 + index) * lengthMs
        expect(row['timestamp']).toBe(new Date(Math.max(start, fromMs)).toISOString())
        expect(differences(row, finals(within(Math.max(start, fromMs), start + lengthMs)))).toEqual([])
      }
    }
  })

  test('bare names give a row for each result, oldest first', async () => {
    const answer = await ask('metrics[]=responseTime&metrics[]=availability&limit=7&page=2')
    const expected = finals(within(nowMs() - dayMs, nowMs() + 1)).toSorted(
      (a, b) => a.at.getTime() - b.at.getTime() || (a.location < b.location ? -1 : 1),
    )
    expect(dataOf(answer)).toEqual(
      expected.slice(7, 14).map((result) => ({
        timestamp: result.at.toISOString(),
        responseTime: Math.round((result.values[0] ?? 0) * 100) / 100,
        availability: result.outcome === 'failed' ? 0 : 100,
      })),
    )
  })

  test('without results are null', async () => {
    const answer = await ask('metrics=availability,responseTime_p95&from=2020-01-01&to=2020-01-02')
    expect(answer.series).toEqual([{ data: [{ availability: null, responseTime_p95: null }] }])
  })

  test('outlive the results they were rolled up from, with percentiles at most 1 % off', async () => {
    const retainedFromMs = Math.floor(nowMs() / dayMs) * dayMs - dayMs
    await database.db().query('delete from check_hours where bucket < $1', [new Date(retainedFromMs)])
    await saveResultsKeptFrom(database.db(), retainedFromMs)
    const [fromMs, toMs] = [retainedFromMs - 2 * dayMs, retainedFromMs - dayMs]
    const answer = await ask(`${requested}&from=${seconds(fromMs)}&to=${seconds(toMs)}`)
    expect(differences(dataOf(answer)[0], finals(within(fromMs, toMs)), 0.01)).toEqual([])
  })
})

describe('invalid requests', () => {
  test.each([
    ['metrics=speed', 400],
    ['metrics=', 400],
    ['metrics=wait,wait_avg', 400],
    ['', 400],
    ['metrics=availability&from=1700000000&to=1600000000', 400],
    ['metrics=availability&groupBy=pageIndex', 400],
  ])('%s is rejected', async (query, status) => {
    expect((await send('GET', `/v1/analytics/api-checks/${checkId()}?${query}`)).status).toBe(status)
  })

  test('a check of another type names its own route, and another account finds nothing', async () => {
    const wrong = await send('GET', `/v1/analytics/tcp-checks/${checkId()}?metrics=total_avg`)
    expect({ status: wrong.status, code: Object(wrong.body).attributes?.code }).toEqual({
      status: 400,
      code: 'CHECK_TYPE_MISMATCH',
    })
    const otherAccount = service().as((await service().account()).key)
    expect((await otherAccount('GET', `/v1/analytics/api-checks/${checkId()}?metrics=wait_avg`)).status).toBe(404)
    const batch = await otherAccount('POST', '/v1/analytics/checks', { checkIds: [checkId()] })
    expect([batch.status, batch.text.includes(checkId())]).toEqual([400, true])
    expect((await otherAccount('GET', '/v1/reporting')).body).toEqual([])
  })
})

test('metrics that no run reports yet are null, and text metrics are listed as such', async () => {
  const listed = await send('GET', '/v1/analytics/metrics?checkType=SSL')
  expect(listed.body).toContainEqual({
    name: 'tlsVersion',
    unit: 'score',
    label: 'TLS Version',
    type: 'String',
    aggregated: false,
  })
  const id = await service().check(accountId())
  await database.db().query(`update checks set check_type = 'BROWSER' where id = $1`, [id])
  const whole = await ask('metrics=LCP_p95,availability', 'browser-checks', id)
  expect(whole.series).toEqual([{ data: [{ LCP_p95: null, availability: null }] }])
  expect((await ask('metrics=LCP_p95&groupBy=pageIndex', 'browser-checks', id)).series).toEqual([])
})

test('every metric of a type is listed with its unit, and can be requested', async () => {
  const answer = await send('GET', '/v1/analytics/metrics?checkType=ICMP')
  expect(answer.body).toContainEqual({
    name: 'packetLoss_p95',
    unit: 'percentage',
    label: 'Packet Loss',
    type: 'Float',
    aggregated: true,
  })
  expect(answer.body).toContainEqual(expect.objectContaining({ name: 'availability', aggregated: true }))
})

test('a heartbeat reports the share of its events that are no failures', async () => {
  const id = await service().heartbeat(accountId())
  const empty = await ask('', 'heartbeat-checks', id)
  expect(empty.series).toEqual([{ data: [{ availability: null }] }])
  expect(empty.metadata['availability']).toEqual({ unit: 'percentage', label: 'Availability', aggregation: 'avg' })
})
