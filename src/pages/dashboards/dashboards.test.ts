import { describe, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { useDashboards } from '../../../tests/support/use-dashboards.ts'

const { service, send, visit, dashboard, check } = useDashboards()

describe('the page of a dashboard', () => {
  it('is found by dashboardId and custom URL, and by nothing else', async () => {
    const { path } = await dashboard({ customUrl: 'acme', header: 'Acme at work' })
    for (const address of [path, '/dashboards/acme']) {
      const { status, text, headers } = await visit('GET', address)
      expect({ status, contentType: headers['content-type'] }).toEqual({
        status: 200,
        contentType: 'text/html; charset=utf-8',
      })
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

  it('runs no script, loads nothing from other origins and sends no referrer', async () => {
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

  it('escapes all external input', async () => {
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

  it('uses a custom style sheet from a URL of its own, which can be nothing else', async () => {
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

  it('displays a notice when no check matches', async () => {
    const { path } = await dashboard({ tags: ['shop'] })
    expect((await visit('GET', path)).text).toContain('No checks match the tags')
    await check({ name: 'Other', tags: ['else'] })
    expect((await visit('GET', `${path}.json`)).body).toMatchObject({ checkCount: 0, checks: [] })
  })

  it('shows only checks of its account', async () => {
    const { path } = await dashboard()
    const otherAccount = await service().account()
    await service().check(otherAccount.accountId, { name: 'Of a stranger' })
    await check({ name: 'Mine' })
    expect((await visit('GET', `${path}.json`)).body).toMatchObject({ checkCount: 1, checks: [{ name: 'Mine' }] })
  })
})

describe('the domain of a dashboard', () => {
  it('shows it at its root, and is otherwise the service itself', async () => {
    const { path } = await dashboard({ customDomain: 'Wall.Acme.Example', header: 'On the wall', checksPerPage: 1 })
    for (const name of ['A', 'B']) await check({ name })
    await visit('GET', path)
    service().clock.advance(minuteMs)
    await visit('GET', path)
    const there = service().as(null, { host: 'wall.acme.example:8443' })
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
    await dashboard({ customDomain: 'ip.acme.example', header: 'Not the service' })
    await service().db.rows(`update dashboards set custom_domain = '192.0.2.7' where custom_domain = 'ip.acme.example'`)
    const named = await dashboard({ customDomain: 'hall.acme.example', header: 'In the hall' })
    await visit('GET', named.path)
    service().clock.advance(minuteMs)
    await visit('GET', named.path)
    const hall = service().as(null, { host: 'hall.acme.example' })
    await expect.poll(async () => (await hall('GET', '/')).text).toContain('In the hall')
    expect((await service().as(null, { host: '192.0.2.7' })('GET', '/')).text).not.toContain('Not the service')
  })
})

describe('the incidents of a dashboard', () => {
  const update = (status: string, description = 'Words') => ({ status, description })

  it('are displayed when enabled: open ones, and those that ended within seven days', async () => {
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
