import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rollUpResults } from '#analytics'
import { timeOrderedId } from '#kernel'
import { findPublishedDashboard } from '#publishing'
import { insertCheckResults } from '#storage'
import type { NewCheckResult } from '#storage'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { readDashboard } from './dashboard-document.ts'

const database = useDatabase()
const minuteMs = 60_000
const dayMs = 86_400_000
let service: TestService
let account: TestAccount
let send: Send
let visit: Send
beforeAll(() => {
  service = new TestService(database.db())
  visit = service.as(null)
})
beforeEach(async () => {
  account = await service.account()
  send = service.as(account.key)
})

interface Dashboard {
  readonly id: number
  readonly dashboardId: string
  readonly path: string
  readonly key: string
}

async function dashboard(settings: object = {}): Promise<Dashboard> {
  const created = await send('POST', '/v1/dashboards', { header: 'Acme', ...settings })
  const body = Object(created.body) as { id: number; dashboardId: string; keys: { rawKey: string }[] }
  return { ...body, path: `/dashboards/${body.dashboardId}`, key: body.keys[0]?.rawKey ?? '' }
}

const check = (changes: object = {}): Promise<string> => service.check(account.accountId, changes)
const stand = (checkId: string, status: string) =>
  service.db.rows('update check_states set status = $2 where check_id = $1', [checkId, status])
const namesIn = async (path: string): Promise<string[]> => {
  const { body } = await visit('GET', path)
  return (body as { checks: { name: string }[] }).checks.map(({ name }) => name)
}

function measured(checkId: string, atMs: number, changes: Partial<NewCheckResult> = {}): NewCheckResult {
  const id = timeOrderedId(atMs)
  const at = new Date(atMs)
  return {
    account_id: account.accountId,
    check_id: checkId,
    id,
    session_id: id,
    sequence_id: id,
    check_name: 'database',
    check_type: 'TCP',
    location: 'eu-west-1',
    run_source: 'SCHEDULER',
    result_type: 'FINAL',
    attempt: 1,
    outcome: 'passed',
    has_errors: false,
    over_max_response_time: false,
    response_time_ms: 100,
    status_code: null,
    error: null,
    scheduled_for: at,
    started_at: at,
    stopped_at: at,
    created_at: at,
    detail: {},
    measured: [100, 1, 2, 3],
    ...changes,
  }
}

describe('the page of a dashboard', () => {
  it('is found by dashboardId and custom URL, and by nothing else', async () => {
    const { path } = await dashboard({ customUrl: 'acme', header: 'Acme at work' })
    for (const address of [path, '/dashboards/acme']) {
      const { status, text, headers } = await visit('GET', address)
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(text).toContain('Acme at work')
    }
    for (const wrong of ['none', 'ACME', 'acme%00', '..%2f', 'acme/x', "'", `${'a'.repeat(500)}`])
      expect((await visit('GET', `/dashboards/${wrong}`)).status).toBe(404)
    expect((await visit('GET', '/dashboards/none.json')).body).toMatchObject({ statusCode: 404 })
  })

  it('is under its dashboardId though another dashboard calls itself so', async () => {
    const first = await dashboard({ header: 'The first' })
    await dashboard({ header: 'The second', customUrl: first.dashboardId })
    expect((await visit('GET', first.path)).text).toContain('The first')
  })

  it('runs nothing, loads nothing from elsewhere and tells nobody where its readers come from', async () => {
    const { path } = await dashboard({ logo: 'https://cdn.example/logo.png', favicon: 'https://icons.example/a.ico' })
    const { headers, text } = await visit('GET', path)
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/^public, max-age=\d\d$/),
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("img-src 'self' data: https://icons.example https://cdn.example;")
    expect(policy).not.toMatch(/script-src|unsafe/)
    expect(text).not.toContain('<script')
  })

  it('escapes every word that came from outside', async () => {
    const hostile = `</title><script>alert('x')</script>" onload="alert(1)`
    const { id, path } = await dashboard({ header: hostile, description: hostile, enableIncidents: true })
    const group = await send('POST', '/v2/check-groups', { name: hostile, tags: [hostile] })
    await check({ name: hostile, tags: [hostile], groupId: Number(Object(group.body).id) })
    const incidentUpdates = [{ status: 'INVESTIGATING', description: hostile }]
    await send('POST', '/v1/incidents', { name: hostile, dashboardId: id, incidentUpdates })
    const { text } = await visit('GET', path)
    expect(text.split('&lt;script&gt;alert(').length).toBeGreaterThan(8)
    expect(text).not.toContain('<script')
    expect(text).not.toContain('" onload="')
  })

  it('shows a style sheet of its owner from an address of its own, which can be nothing else', async () => {
    const customCSS = `</style><script>alert(1)</script> .check { color: red } @import url(https://evil.example/x.css);`
    const { path } = await dashboard({ customCSS })
    const { text } = await visit('GET', path)
    expect(text).not.toContain('evil.example')
    const href = /href="(\/dashboards\/[^"]+custom\.css\?v=[0-9a-f]+)"/.exec(text)?.[1] ?? ''
    const sheet = await visit('GET', href)
    expect(sheet.text).toBe(customCSS)
    expect(sheet.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })

  it('says that there is nothing when no check matches', async () => {
    const { path } = await dashboard({ tags: ['shop'] })
    expect((await visit('GET', path)).text).toContain('No check carries the tags')
    await check({ name: 'Other', tags: ['else'] })
    expect((await visit('GET', `${path}.json`)).body).toMatchObject({ checkCount: 0, checks: [] })
  })

  it('shows only checks of its account', async () => {
    const { path } = await dashboard()
    const stranger = await service.account()
    await service.check(stranger.accountId, { name: 'Of a stranger' })
    await check({ name: 'Mine' })
    expect(await namesIn(`${path}.json`)).toEqual(['Mine'])
  })
})

describe('the domain of a dashboard', () => {
  it('shows it at its root, and is otherwise the service itself', async () => {
    const { path } = await dashboard({ customDomain: 'Wall.Acme.Example', header: 'On the wall', checksPerPage: 1 })
    for (const name of ['A', 'B']) await check({ name })
    await visit('GET', path)
    service.clock.advance(minuteMs)
    await visit('GET', path)
    const there = service.as(null, { host: 'wall.acme.example:8443' })
    await expect.poll(async () => (await there('GET', '/')).text).toContain('On the wall')
    const { text } = await there('GET', '/?page=2')
    expect(text).toContain('content="60;url=/?page=1"')
    const json = /href="([^"]+[.]json[^"]*)"/.exec(text)?.[1] ?? ''
    expect(json).toBe(`${path}.json?page=2`)
    expect(await there('GET', json)).toMatchObject({ status: 200, body: { header: 'On the wall', page: 2 } })
    expect((await there('GET', '/v1/locations')).status).toBe(200)
    expect((await visit('GET', '/')).text).not.toContain('On the wall')
  })

  it('is never an IP address, under which the service itself may be met', async () => {
    await dashboard({ customDomain: '192.0.2.7', header: 'Not the service' })
    const named = await dashboard({ customDomain: 'hall.acme.example', header: 'In the hall' })
    await visit('GET', named.path)
    service.clock.advance(minuteMs)
    await visit('GET', named.path)
    const hall = service.as(null, { host: 'hall.acme.example' })
    await expect.poll(async () => (await hall('GET', '/')).text).toContain('In the hall')
    expect((await service.as(null, { host: '192.0.2.7' })('GET', '/')).text).not.toContain('Not the service')
  })
})

describe('the checks of a dashboard', () => {
  it('have any or all of its tags, their own and those of their group', async () => {
    const group = await send('POST', '/v2/check-groups', { name: 'Group', tags: ['live'] })
    await check({ name: 'A', tags: ['shop'] })
    await check({ name: 'B', tags: ['shop', 'live'] })
    await check({ name: 'C', tags: ['shop'], groupId: Number(Object(group.body).id) })
    await check({ name: 'D', tags: ['else'] })
    const any = await dashboard({ tags: ['shop', 'live'] })
    const all = await dashboard({ tags: ['shop', 'live'], useTagsAndOperator: true })
    const every = await dashboard()
    expect(await namesIn(`${any.path}.json`)).toEqual(['A', 'B', 'C'])
    expect(await namesIn(`${all.path}.json`)).toEqual(['B', 'C'])
    expect(await namesIn(`${every.path}.json`)).toEqual(['A', 'B', 'C', 'D'])
  })

  it('stand by name, or the worst first', async () => {
    for (const [name, status] of [
      ['A', 'passing'],
      ['B', 'degraded'],
      ['C', 'failing'],
    ] as const)
      await stand(await check({ name }), status)
    await check({ name: 'Paused', activated: false })
    await check({ name: 'New' })
    const byName = await dashboard()
    const byStatus = await dashboard({ sortByStatus: true })
    expect(await namesIn(`${byName.path}.json`)).toEqual(['A', 'B', 'C', 'New', 'Paused'])
    expect(await namesIn(`${byStatus.path}.json`)).toEqual(['C', 'B', 'New', 'A', 'Paused'])
    expect((await visit('GET', `${byStatus.path}.json`)).body).toMatchObject({
      statusCounts: { failing: 1, degraded: 1, unknown: 1, passing: 1, inactive: 1 },
    })
  })

  it('come in pages that turn by themselves', async () => {
    for (const name of ['A', 'B', 'C']) await check({ name })
    const { path } = await dashboard({ checksPerPage: 2, paginationRate: 30 })
    const first = (await visit('GET', path)).text
    expect(first).toContain(`<meta http-equiv="refresh" content="30;url=${path}?page=2" />`)
    expect(first).toContain(`<a href="${path}?page=2" rel="next">`)
    expect((await visit('GET', `${path}?page=2`)).text).toContain(`content="30;url=${path}?page=1"`)
    expect(await namesIn(`${path}.json?page=2`)).toEqual(['C'])
    for (const beyond of ['3', '999999']) expect(await namesIn(`${path}.json?page=${beyond}`)).toEqual(['C'])
    for (const wrong of ['0', '-1', 'x', '1e9', "1'"])
      expect(await namesIn(`${path}.json?page=${wrong}`)).toEqual(['A', 'B'])
    const still = await dashboard({ checksPerPage: 2, paginate: false, refreshRate: 300 })
    expect((await visit('GET', still.path)).text).toContain('<meta http-equiv="refresh" content="300" />')
  })

  it('show what the settings let them', async () => {
    const group = await send('POST', '/v2/check-groups', { name: 'The group', tags: [] })
    const id = await check({ name: 'A', tags: ['the-tag'], groupId: Number(Object(group.body).id) })
    const resultId = await service.result(account.accountId, id)
    const all = await dashboard({ showCheckRunLinks: true, expandChecks: true, link: 'https://acme.example/' })
    const shown = (await visit('GET', all.path)).text
    for (const part of ['The group', 'the-tag', 'P95', 'P99', '<details open', 'href="https://acme.example/"'])
      expect(shown).toContain(part)
    expect(shown).toContain(`href="https://belfry.example/v1/check-results/${id}/${resultId}"`)
    const hidden = { hideTags: true, showGroupNames: false, showP95: false, showP99: false, showHeader: false }
    const none = await dashboard({ ...hidden, description: 'Told in the header', width: '960PX' })
    const text = (await visit('GET', none.path)).text
    for (const part of ['The group', 'the-tag', 'P95', 'P99', '<details open', 'class="dashboard-header', id])
      expect(text).not.toContain(part)
    expect(JSON.stringify((await visit('GET', `${none.path}.json`)).body)).not.toMatch(/the-tag|The group|p9[59]/)
  })

  it('show their latest final results, and heartbeats their events', async () => {
    const id = await check({ name: 'A' })
    for (let index = 0; index < 30; index += 1) {
      service.clock.advance(minuteMs)
      const outcome = index === 29 ? 'failed' : index === 28 ? 'degraded' : 'passed'
      await service.result(account.accountId, id, { outcome, response_time_ms: index })
      await service.result(account.accountId, id, { result_type: 'ATTEMPT', response_time_ms: 5000 })
    }
    const { path } = await dashboard()
    expect((await visit('GET', path)).text).toContain('aria-label="Latest 24 results: 22 passed, 1 degraded, 1 failed"')
    const { body } = await visit('GET', `${path}.json`)
    const [shown] = (body as { checks: { recentResults: { responseTime: number }[] }[] }).checks
    expect(shown?.recentResults.map(({ responseTime }) => responseTime)).toEqual(
      Array.from({ length: 24 }, (_, at) => at + 6),
    )
  })
})

describe('the figures of a dashboard', () => {
  it('are those that analytics answer, from roll-ups and from what is not rolled up yet', async () => {
    const [one, other] = [await check({ name: 'One' }), await check({ name: 'Other' })]
    const nowMs = service.clock.now()
    const items: NewCheckResult[] = []
    for (let atMs = nowMs - 4 * dayMs; atMs < nowMs; atMs += 7 * minuteMs) {
      const place = items.length
      const outcome = place % 11 === 0 ? 'failed' : 'passed'
      items.push(measured(place % 3 === 0 ? one : other, atMs, { outcome, measured: [(place * 37) % 1500, 1, 2, 3] }))
    }
    await insertCheckResults(service.db, items)
    for (let isMore = true; isMore;) isMore = await rollUpResults(service.store, nowMs)
    const { path } = await dashboard()
    const { body } = await visit('GET', `${path}.json`)
    const { checks } = body as {
      checks: { figures: Record<string, { availability: number; p95: number; p99: number }> }[]
    }
    for (const quickRange of ['last24Hours', 'last7Days', 'last30Days']) {
      const answered = await send('POST', `/v1/analytics/checks?quickRange=${quickRange}`, { checkIds: [one, other] })
      const told = checks.map(({ figures }) => figures[quickRange])
      expect(answered.body).toMatchObject(
        told.map((figure) => ({
          availability: figure?.availability,
          responseTime_p95: figure?.p95,
          responseTime_p99: figure?.p99,
        })),
      )
      expect(told[0]?.p95).toBeGreaterThan(1000)
    }
    const lastHours = items.filter(
      (item) => item.check_id === one && item.created_at.getTime() >= nowMs - 3 * 60 * minuteMs,
    )
    const passed = lastHours.filter((item) => item.outcome === 'passed')
    expect(checks[0]?.figures['last3Hours']?.availability).toBeCloseTo((100 * passed.length) / lastHours.length, 1)
  })

  it('are latency and lost packets for pings, and availability alone for heartbeats', async () => {
    const ping = await send('POST', '/v1/checks/icmp', { name: 'Ping', request: { hostname: 'ping.example' } })
    const nowMs = service.clock.now()
    const packets = { check_type: 'ICMP', measured: [25, 1, 9, 5, 2] } as const
    await insertCheckResults(service.db, [measured(String(Object(ping.body).id), nowMs - 1000, packets)])
    await service.heartbeat(account.accountId)
    const { path } = await dashboard()
    expect((await visit('GET', `${path}.json`)).body).toMatchObject({
      checks: [
        { name: 'backup', figures: { lastHour: { availability: null } } },
        { name: 'Ping', figures: { lastHour: { availability: 100, p95: 5, packetLossP95: 25 } } },
      ],
    })
    const { text } = await visit('GET', path)
    expect(text).toContain('P95 loss')
    expect(text).toContain('25 %')
  })

  it('take as many statements for many checks as for two', async () => {
    for (const name of ['First', 'Second']) await check({ name })
    const shown = await findPublishedDashboard(service.store, (await dashboard({ checksPerPage: 20 })).dashboardId)
    const statementsNeeded = async (): Promise<number> => {
      let count = 0
      const db = new Proxy(service.db, {
        get(target, name) {
          if (['query', 'named', 'rows', 'namedRows'].includes(String(name))) count += 1
          return Reflect.get(target, name) as unknown
        },
      })
      const sources = { clock: service.clock, publicUrl: 'http://x', store: { ...service.store, db } }
      if (shown !== null) await readDashboard(sources, shown, 1)
      return count
    }
    const forTwo = await statementsNeeded()
    for (let index = 0; index < 18; index += 1) await check({ name: `Check ${index}` })
    expect(forTwo).toBeGreaterThan(2)
    expect(await statementsNeeded()).toBe(forTwo)
  })
})

describe('the incidents of a dashboard', () => {
  const update = (status: string, description = 'Words') => ({ status, description })

  it('are shown when it says so: what goes on, and what ended within seven days', async () => {
    const { id, path } = await dashboard({ enableIncidents: true })
    const open = (name: string, changes: object = {}) =>
      send('POST', '/v1/incidents', { name, dashboardId: id, incidentUpdates: [update('INVESTIGATING')], ...changes })
    await open('Long over', { stoppedAt: '2026-01-01T00:00:00Z' })
    const resolved = await open('Lately over')
    await send('POST', `/v1/incidents/${Object(resolved.body).id}/updates`, update('RESOLVED'))
    await open('Going on', { impact: 'MAJOR' })
    const other = await dashboard({ enableIncidents: true })
    const { body } = await visit('GET', `${path}.json`)
    expect(body).toMatchObject({
      incidents: [
        { name: 'Going on', isOver: false, impact: 'MAJOR', updates: [{ status: 'INVESTIGATING' }] },
        { name: 'Lately over', isOver: true, updates: [{ status: 'RESOLVED' }, { status: 'INVESTIGATING' }] },
      ],
    })
    expect((await visit('GET', `${other.path}.json`)).body).toMatchObject({ incidents: [] })
    await send('PUT', `/v1/dashboards/${path.split('/')[2]}`, { enableIncidents: false })
    expect((await visit('GET', path)).text).not.toContain('Going on')
  })
})

describe('a private dashboard', () => {
  const form = (): Send => service.as(null, { 'content-type': 'application/x-www-form-urlencoded' })
  const cookieOf = (header: unknown): string => String(header).split(';')[0] ?? ''

  it('says nothing of itself without a key, in no form', async () => {
    await check({ name: 'Secret check' })
    const { path } = await dashboard({ header: 'Secret words', isPrivate: true, customCSS: '.secret {}' })
    const page = await visit('GET', path)
    expect([page.status, page.headers['cache-control']]).toEqual([403, 'no-store'])
    const data = await visit('GET', `${path}.json`)
    const sheet = await visit('GET', `${path}/custom.css`)
    expect([data.status, sheet.status]).toEqual([403, 403])
    for (const { text } of [page, data, sheet]) expect(text).not.toMatch(/secret/i)
  })

  it('opens with one of its keys, which leaves the address at once', async () => {
    const { path, key } = await dashboard({ header: 'Opened', isPrivate: true })
    for (const answer of [await visit('GET', `${path}?key=${key}`), await form()('POST', path, `key=${key}`)]) {
      expect([answer.status, answer.headers['location'], answer.headers['referrer-policy']]).toEqual([
        303,
        path,
        'no-referrer',
      ])
      expect(answer.headers['set-cookie']).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
      const opened = await service.as(null, { cookie: cookieOf(answer.headers['set-cookie']) })('GET', path)
      expect([opened.status, opened.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(opened.text).toContain('Opened')
      expect(opened.text).not.toContain(key)
    }
    const opened = await service.as(key)('GET', `${path}.json`)
    expect([opened.status, opened.body]).toMatchObject([200, { header: 'Opened' }])
    expect(opened.headers['cache-control']).toBe('no-store')
  })

  it('stays shut to other keys, and to its own once it has been public', async () => {
    const { path, key, dashboardId } = await dashboard({ isPrivate: true })
    const other = await dashboard({ isPrivate: true })
    for (const wrong of [other.key, 'db_wrong', account.key, `${key}x`, 'x'.repeat(5000)]) {
      const answer = await form()('POST', path, `key=${wrong}`)
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined])
      expect(answer.text).toContain('does not open')
      expect((await service.as(wrong)('GET', `${path}.json`)).status).toBe(403)
    }
    await send('PUT', `/v1/dashboards/${dashboardId}`, { isPrivate: false })
    expect((await visit('GET', path)).status).toBe(200)
    await send('PUT', `/v1/dashboards/${dashboardId}`, { isPrivate: true })
    expect((await service.as(key)('GET', `${path}.json`)).status).toBe(403)
  })
})
