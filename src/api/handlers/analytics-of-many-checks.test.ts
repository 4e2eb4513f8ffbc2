import { describe, expect, test } from 'vitest'
import type { CheckAnalytics, CheckBatchAnalytics, Report } from '#contract'
import { dayMs } from '#kernel'
import { differences, naive } from '../../../tests/support/naive-metrics.ts'
import type { Measurement } from '../../../tests/support/naive-metrics.ts'
import { useMeasuredCheck, within } from '../../../tests/support/use-measured-check.ts'

const { service, send, accountId, checkId, nowMs, finals } = useMeasuredCheck()

describe('metrics of many checks', () => {
  test('are the main ones of each type, null without data and absent where they do not apply', async () => {
    const tcp = await service().check(accountId())
    const heartbeat = await service().heartbeat(accountId())
    const answer = await send('POST', '/v1/analytics/checks?quickRange=last24Hours', {
      checkIds: [heartbeat, checkId(), tcp],
    })
    const [ofHeartbeat, ofApi, ofTcp] = answer.body as CheckBatchAnalytics[]
    const names = ['availability', 'responseTime_avg', 'responseTime_p50', 'responseTime_p95', 'responseTime_p99']
    expect(differences({ ...ofApi }, finals(within(nowMs() - dayMs, nowMs() + 1)), 0.01, names)).toEqual([])
    expect(ofHeartbeat).toEqual({ checkId: heartbeat, checkType: 'HEARTBEAT', availability: null })
    expect(ofTcp).toMatchObject({ checkType: 'TCP', availability: null, responseTime_avg: null })
    expect(ofTcp).not.toHaveProperty('latency_avg')
  })

  test('of more than 24 hours are exact, and percentiles at most 1 % off', async () => {
    const tcp = await service().check(accountId())
    const answer = await send('POST', '/v1/analytics/checks?quickRange=last7Days', { checkIds: [checkId(), tcp] })
    const [metrics] = answer.body as CheckBatchAnalytics[]
    const names = ['availability', 'responseTime_avg', 'responseTime_p50', 'responseTime_p95', 'responseTime_p99']
    expect(
      differences(
        { ...metrics },
        finals(() => true),
        0.01,
        names,
      ),
    ).toEqual([])
  })
})

describe('metrics of many checks', () => {
  test.each(['last24Hours', 'last7Days', 'last30Days'])(
    'of %s are those of the analytics of each check',
    async (range) => {
      const tcp = await service().check(accountId())
      const heartbeat = await service().heartbeat(accountId())
      const unknown = '0198c6a0-0000-7000-8000-000000000000'
      const ids = [tcp, checkId(), unknown, heartbeat]
      const query = ids.map((id) => `checkId[]=${id}`).join('&')
      const { status, body } = await send('GET', `/v1/check-metrics?${query}&quickRange=${range}`)
      const batch = await send('POST', `/v1/analytics/checks?quickRange=${range}`, { checkIds: [tcp, checkId()] })
      const [, ofApi] = batch.body as CheckBatchAnalytics[]
      const alone = await send(
        'GET',
        `/v1/analytics/api-checks/${checkId()}?metrics=responseTime_p95&quickRange=${range}`,
      )
      const exact = Number(Object((alone.body as CheckAnalytics).series[0]?.data[0])['responseTime_p95'])
      expect(Math.abs((ofApi?.responseTime_p95 ?? 0) / exact - 1)).toBeLessThan(0.01)
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          entries: [
            { checkId: tcp, availability: null, p95: null },
            { checkId: checkId(), availability: ofApi?.availability, p95: ofApi?.responseTime_p95 },
            { checkId: heartbeat, availability: null, p95: null },
          ],
        },
      })
    },
  )

  test('are those of the last 30 days unless another range is asked for, and of this account alone', async () => {
    const usual = await send('GET', `/v1/check-metrics?checkId=${checkId()}`)
    expect(usual.body).toEqual((await send('GET', `/v1/check-metrics?checkId=${checkId()}&quickRange=last30Days`)).body)
    const other = await service().check((await service().account()).accountId)
    expect((await send('GET', `/v1/check-metrics?checkId=${other}`)).body).toEqual({ entries: [] })
    expect((await send('GET', '/v1/check-metrics?checkId=x')).status).toBe(400)
    expect((await send('GET', '/v1/check-metrics')).status).toBe(400)
  })
})

const successRatio = (of: readonly Measurement[]): number =>
  Math.round((naive(of, 'availability') ?? 0) * 10_000) / 10_000

describe('the report', () => {
  const report = async (query: string): Promise<Report[]> => {
    const answer = await send('GET', `/v1/reporting?${query}`)
    expect(answer.status).toBe(200)
    return answer.body as Report[]
  }

  test('reports each check over the complete range', async () => {
    const [first] = await report('quickRange=last24Hrs&filterByTags=critical&filterByTags=team:web')
    const of = finals(within(nowMs() - dayMs, nowMs() + 1))
    expect(first).toMatchObject({
      checkId: checkId(),
      name: 'shop',
      deactivated: false,
      tags: ['team:web', 'critical'],
    })
    const { avg, p95, p99, successRatio: ratio } = Object(first?.aggregate)
    const metrics = { responseTime_avg: avg, responseTime_p95: p95, responseTime_p99: p99 }
    expect(ratio).toBe(successRatio(of))
    expect(differences(metrics, of, 0.01, Object.keys(metrics))).toEqual([])
    expect(await report('filterByTags=nobody')).toEqual([])
    expect(await report('deactivated=true')).toEqual([])
  })

  test('has the days of a time zone, without those that saw nothing', async () => {
    const [first] = await report(
      'from=2026-02-26&to=2026-03-01&granularity=day&timezone=Asia/Kolkata&filterByTags=critical',
    )
    const spans = first?.aggregates ?? []
    expect(spans.map((span) => span.from)).toEqual(
      [
        '2026-02-26T00:00:00.000Z',
        '2026-02-26T18:30:00.000Z',
        '2026-02-27T18:30:00.000Z',
        '2026-02-28T18:30:00.000Z',
      ].slice(-spans.length),
    )
    const day = spans.find((span) => span.from === '2026-02-28T18:30:00.000Z')
    const of = finals(within(Date.parse('2026-02-28T18:30:00Z'), Date.parse('2026-03-01T00:00:00Z')))
    expect(day?.successRatio).toBe(successRatio(of))
    expect(day?.to).toBe('2026-03-01T00:00:00.000Z')
  })

  test.each([
    'granularity=day&from=2025-01-01&to=2026-02-15',
    'granularity=day&from=2025-10-01&to=2026-03-01',
    'granularity=day&timezone=Mars/Base',
    'timezone=Europe/Berlin',
    'from=2025-01-01&to=2026-03-01',
  ])('rejects %s', async (query) => {
    const answer = await send('GET', `/v1/reporting?${query}`)
    expect({ status: answer.status, code: Object(answer.body).attributes?.code }).toEqual({
      status: 400,
      code: 'TIME_RANGE_INVALID',
    })
  })
})
