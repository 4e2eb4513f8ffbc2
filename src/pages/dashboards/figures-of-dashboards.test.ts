import { describe, expect, it } from 'vitest'
import { rollUpResults } from '#analytics'
import { dayMs, hourMs, minuteMs } from '#kernel'
import { findPublishedDashboard } from '#publishing'
import { insertCheckResults } from '#storage/runs'
import type { NewCheckResult } from '#storage/runs'
import { checkResultRow } from '../../../tests/support/check-result-row.ts'
import { readDashboard } from './dashboard-document.ts'
import { useDashboards } from '../../../tests/support/use-dashboards.ts'

const { service, account, send, visit, dashboard, check } = useDashboards()
const measuredRow = (checkId: string, atMs: number, changes: Partial<NewCheckResult>): NewCheckResult =>
  checkResultRow({ accountId: account().accountId, checkId }, atMs, changes)

describe('the metrics of a dashboard', () => {
  it('are those of analytics, from roll-ups and from results that are not rolled up yet', async () => {
    const [one, other] = [await check({ name: 'One' }), await check({ name: 'Other' })]
    const nowMs = service().clock.now()
    const items: NewCheckResult[] = []
    for (let atMs = nowMs - 4 * dayMs; atMs < nowMs; atMs += 7 * minuteMs) {
      const place = items.length
      const outcome = place % 11 === 0 ? 'failed' : 'passed'
      items.push(
        measuredRow(place % 3 === 0 ? one : other, atMs, { outcome, measured: [(place * 37) % 1500, 1, 2, 3] }),
      )
    }
    await insertCheckResults(service().db, items)
    for (let isMore = true; isMore;) isMore = await rollUpResults(service().store, nowMs)
    const { path } = await dashboard()
    const { body } = await visit('GET', `${path}.json`)
    const { checks } = body as {
      checks: { metrics: Record<string, { availability: number; p95: number; p99: number }> }[]
    }
    for (const quickRange of ['last24Hours', 'last7Days', 'last30Days']) {
      const answered = await send('POST', `/v1/analytics/checks?quickRange=${quickRange}`, { checkIds: [one, other] })
      const displayed = checks.map(({ metrics }) => metrics[quickRange])
      expect(answered.body).toMatchObject(
        displayed.map((figure) => ({
          availability: figure?.availability,
          responseTime_p95: figure?.p95,
          responseTime_p99: figure?.p99,
        })),
      )
      expect(displayed[0]?.p95).toBeGreaterThan(1000)
    }
    const lastHours = items.filter((item) => item.checkId === one && item.createdAt.getTime() >= nowMs - 3 * hourMs)
    const passed = lastHours.filter((item) => item.outcome === 'passed')
    expect(checks[0]?.metrics['last3Hours']?.availability).toBeCloseTo((100 * passed.length) / lastHours.length, 1)
  })

  it('are latency and packet loss for ICMP checks, and availability alone for heartbeats', async () => {
    const ping = await send('POST', '/v1/checks/icmp', { name: 'Ping', request: { hostname: 'ping.example' } })
    const nowMs = service().clock.now()
    const packets = { checkType: 'ICMP', measured: [25, 1, 9, 5, 2] } as const
    await insertCheckResults(service().db, [measuredRow(String(Object(ping.body).id), nowMs - 1000, packets)])
    await service().heartbeat(account().accountId)
    const { path } = await dashboard()
    expect((await visit('GET', `${path}.json`)).body).toMatchObject({
      checks: [
        { name: 'backup', metrics: { lastHour: { availability: null } } },
        { name: 'Ping', metrics: { lastHour: { availability: 100, p95: 5, packetLossP95: 25 } } },
      ],
    })
    const { text } = await visit('GET', path)
    expect(text).toContain('P95 loss')
    expect(text).toContain('25%')
  })

  it('take as many statements for many checks as for two', async () => {
    for (const name of ['First', 'Second']) await check({ name })
    const shown = await findPublishedDashboard(service().store, (await dashboard({ checksPerPage: 20 })).dashboardId)
    const statementsNeeded = async (): Promise<number> => {
      let count = 0
      const db = new Proxy(service().db, {
        get(target, name) {
          if (['query', 'named', 'rows', 'namedRows'].includes(String(name))) count += 1
          return Reflect.get(target, name) as unknown
        },
      })
      const sources = { clock: service().clock, publicUrl: 'http://x', store: { ...service().store, db } }
      if (shown !== null) await readDashboard(sources, shown, 1)
      return count
    }
    const forTwo = await statementsNeeded()
    for (let index = 0; index < 18; index += 1) await check({ name: `Check ${index}` })
    expect(forTwo).toBeGreaterThan(2)
    expect(await statementsNeeded()).toBe(forTwo)
  })
})
