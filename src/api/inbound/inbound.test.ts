import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlertSilenceResource, ReceivedAlertResource } from '#contract'
import { hourMs, minuteMs, TestClock } from '#kernel'
import { advanceReceivedAlerts } from '#notifying'
import { applyIncidentTasks } from '#publishing'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { handlers } from '../handlers/index.ts'
import { mountInbound } from './mount-inbound.ts'

const database = useDatabase()
const clock = new TestClock()
const publicUrl = 'https://belfry.example'
let app: ReturnType<typeof aTestApi>
let store: ReturnType<typeof testStore>
let accountId: string
let key: string
let token: string
let source: string
let channel: number

beforeAll(() => {
  store = testStore(database.db())
  app = aTestApi({
    db: database.db(),
    clock,
    handlers,
    extraRoutes: (routes) => mountInbound(routes, { store, clock, publicUrl, serviceName: 'service' }),
  })
})
afterAll(() => app.close())

const call = (method: 'DELETE' | 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...(payload && { payload }) })

/** A separate account with one source for each test. */
beforeEach(async () => {
  ;({ accountId, key } = await anAccount(store, clock))
  const config = { name: 'hook', url: 'https://hook.example/' }
  channel = (await call('POST', '/v1/alert-channels', { type: 'WEBHOOK', config, sendDegraded: true })).json().id
  const body = { name: 'Prometheus', alertChannelIds: [channel], opensIncidents: true }
  ;({ token, id: source } = (await call('POST', '/v1/alert-sources', body)).json())
})

/** As the tools send it: raw bytes, their own content type and no key. */
const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { host: 'belfry.example', 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })

const alertsOf = async (query = ''): Promise<ReceivedAlertResource[]> =>
  (await call('GET', `/v1/received-alerts${query}`)).json().entries

/** What the channel is sent, and why not, in order. */
async function notified(): Promise<string[]> {
  const rows = await database
    .db()
    .rows<{ facts: { alertTitle: string }; silence: string | null }>(
      'select facts, silence from notifications where account_id = $1 order by id',
      [accountId],
    )
  return rows.map(({ facts, silence }) => silence ?? facts.alertTitle)
}

const advance = () => advanceReceivedAlerts(store, { nowMs: clock.now(), publicUrl }, 100)

/** A webhook of Alertmanager 0.27, as its documentation and code state it. */
const alertmanager = (status: 'firing' | 'resolved', labels: Record<string, string> = {}, more: object = {}) => ({
  receiver: 'belfry',
  status,
  alerts: [
    {
      status,
      labels: { alertname: 'HighErrorRate', severity: 'critical', service: 'shop', ...labels },
      annotations: { summary: 'Errors are at 7 %', description: 'More than 5 % of requests fail.' },
      startsAt: '2026-11-27T20:00:00.123456789Z',
      endsAt: status === 'firing' ? '0001-01-01T00:00:00Z' : '2026-11-27T20:10:00Z',
      generatorURL: 'http://prometheus.example:9090/graph?g0.expr=up',
      fingerprint: 'c2a8d2c3a1b0f9e8',
    },
  ],
  groupLabels: { alertname: 'HighErrorRate' },
  commonLabels: {},
  commonAnnotations: {},
  externalURL: 'http://alertmanager.example:9093',
  version: '4',
  groupKey: '{}:{alertname="HighErrorRate"}',
  truncatedAlerts: 0,
  ...more,
})
const alertmanagerHeaders = { 'user-agent': 'Alertmanager/0.27.0' }
const webhook = (body: unknown) => post(`/inbound/${token}`, body, alertmanagerHeaders)

describe('webhooks of Alertmanager', () => {
  it('notify once when an alert fires, however often it is sent, and once when it is resolved', async () => {
    for (let index = 0; index < 3; index += 1)
      expect(await webhook(alertmanager('firing'))).toMatchObject({ statusCode: 200, body: 'OK\n' })
    const [alert] = await alertsOf()
    expect(alert).toMatchObject({
      name: 'HighErrorRate',
      sourceName: 'Prometheus',
      severity: 'critical',
      state: 'FIRING',
      fingerprint: 'c2a8d2c3a1b0f9e8',
      summary: 'Errors are at 7 %',
      link: 'http://prometheus.example:9090/graph?g0.expr=up',
      startedAt: '2026-11-27T20:00:00.123Z',
    })
    await webhook(alertmanager('resolved'))
    await webhook(alertmanager('resolved'))
    expect(await alertsOf()).toMatchObject([{ id: alert?.id, state: 'RESOLVED' }])
    expect(await notified()).toEqual([
      'Alert "HighErrorRate" from Prometheus fires',
      'Alert "HighErrorRate" from Prometheus is resolved',
    ])
    await webhook(alertmanager('firing'))
    expect(await alertsOf()).toMatchObject([{ state: 'FIRING' }, { state: 'RESOLVED' }])
  })

  it('are degraded by their severity, and what was left out is counted', async () => {
    await webhook(alertmanager('firing', { severity: 'warning' }, { truncatedAlerts: 12 }))
    expect(await alertsOf()).toMatchObject([{ severity: 'warning' }])
    expect((await call('GET', '/v1/alert-sources')).json()).toMatchObject([{ firing: 1, leftOut: 12 }])
  })

  it('two at once make one alert and one notification', async () => {
    await Promise.all([webhook(alertmanager('firing')), webhook(alertmanager('firing'))])
    expect(await notified()).toHaveLength(1)
  })

  it('open an incident on the service that a label names, under the name of the service alone, and resolve it', async () => {
    await call('POST', '/v1/status-pages/services', { name: 'Shop' })
    await webhook(alertmanager('firing'))
    await applyIncidentTasks(store, clock.now(), 10)
    const incidents = async () =>
      database.db().rows('select name, last_update_status from incidents where account_id = $1', [accountId])
    expect(await incidents()).toMatchObject([
      { name: expect.stringContaining('Shop'), lastUpdateStatus: 'INVESTIGATING' },
    ])
    expect(JSON.stringify(await incidents())).not.toContain('HighErrorRate')
    await webhook(alertmanager('resolved'))
    await applyIncidentTasks(store, clock.now(), 10)
    expect(await incidents()).toMatchObject([{ lastUpdateStatus: 'RESOLVED' }])
  })

  it('that still open an incident resolve it when their source is deleted', async () => {
    await call('POST', '/v1/status-pages/services', { name: 'Shop' })
    await webhook(alertmanager('firing'))
    await applyIncidentTasks(store, clock.now(), 10)
    expect((await call('DELETE', `/v1/alert-sources/${source}`)).statusCode).toBe(204)
    await applyIncidentTasks(store, clock.now(), 10)
    const incidents = 'select last_update_status from incidents where account_id = $1'
    expect(await database.db().rows(incidents, [accountId])).toEqual([{ lastUpdateStatus: 'RESOLVED' }])
    expect((await call('DELETE', `/v1/alert-sources/${source}`)).statusCode).toBe(404)
  })

  it('are told as soon as the group that muted them is unmuted', async () => {
    const group = { name: 'Shop', locations: ['eu-west-1'], muted: true }
    const { id } = (await call('POST', '/v2/check-groups', group)).json()
    await call('PUT', `/v1/alert-sources/${source}`, { groupId: id })
    await webhook(alertmanager('firing'))
    expect(await notified()).toEqual(['GROUP_MUTED'])
    await call('DELETE', `/v1/check-groups/${id}/mute`)
    await advance()
    expect(await notified()).toEqual(['GROUP_MUTED', expect.stringContaining('HighErrorRate')])
  })

  it('are acknowledged, and not any more when that is taken back', async () => {
    await webhook(alertmanager('firing', { severity: 'warning' }))
    const [alert] = await alertsOf()
    const place = `/v1/received-alerts/${alert?.id}/acknowledge`
    expect((await call('POST', place, { note: 'on it' })).json()).toMatchObject({ acknowledgementNote: 'on it' })
    expect((await call('DELETE', place)).statusCode).toBe(204)
    expect((await call('DELETE', place)).statusCode).toBe(204)
    expect(await alertsOf()).toMatchObject([{ acknowledgedBy: null, acknowledgedAt: null }])
    await webhook(alertmanager('firing', { severity: 'critical' }))
    expect(await notified()).toHaveLength(2)
  })

  it('end when they are not sent again within the time of their source', async () => {
    await call('PUT', `/v1/alert-sources/${source}`, { expireMinutes: 60 })
    await webhook(alertmanager('firing'))
    clock.advance(50 * minuteMs)
    await webhook(alertmanager('firing'))
    clock.advance(50 * minuteMs)
    await advance()
    expect(await alertsOf('?state=FIRING')).toHaveLength(1)
    clock.advance(10 * minuteMs)
    await advance()
    await advance()
    expect(await alertsOf('?state=FIRING')).toEqual([])
    expect((await notified()).at(-1)).toBe('Alert "HighErrorRate" from Prometheus is resolved')
  })
})

/** A notification of Grafana 11, shortened to one alert. */
const grafana = (status: 'firing' | 'resolved') => ({
  ...alertmanager(status),
  version: '1',
  orgId: 1,
  title: '[FIRING:1] Disk (ops)',
  state: status === 'firing' ? 'alerting' : 'ok',
  message: '**Firing**',
  alerts: [
    {
      status,
      labels: { alertname: 'Disk', grafana_folder: 'ops', severity: 'warning' },
      annotations: {},
      startsAt: '2026-11-27T20:00:00Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'https://grafana.example/alerting/grafana/cdeq1/view?orgId=1',
      fingerprint: '57c6d9296de2ad39',
      silenceURL: 'https://grafana.example/alerting/silence/new',
      dashboardURL: '',
      panelURL: '',
      values: { A: 93.5 },
      valueString: "[ var='A' labels={} value=93.5 ]",
    },
  ],
})

it('webhooks of Grafana fire and resolve, and say the values where there is no summary', async () => {
  await post(`/inbound/${token}/`, grafana('firing'), { 'user-agent': 'Grafana' })
  expect(await alertsOf()).toMatchObject([
    { name: 'Disk', severity: 'warning', summary: "[ var='A' labels={} value=93.5 ]", state: 'FIRING' },
  ])
  await post(`/inbound/${token}/`, grafana('resolved'))
  expect(await alertsOf()).toMatchObject([{ state: 'RESOLVED' }])
})

it('formatted webhooks of Grafana OnCall fire and resolve by their alert_uid', async () => {
  const url = `/integrations/v1/formatted_webhook/${token}/`
  const body = { alert_uid: '08d6891a', title: 'The whole system is down', image_url: null, message: 'Smth happened!' }
  await post(url, { ...body, state: 'alerting', link_to_upstream_details: 'https://tool.example/alert/1' })
  expect(await alertsOf()).toMatchObject([
    { name: body.title, summary: body.message, state: 'FIRING', link: 'https://tool.example/alert/1' },
  ])
  await post(url, { alert_uid: '08d6891a', state: 'ok' })
  expect(await alertsOf()).toMatchObject([{ state: 'RESOLVED' }])
})

describe("events in the form of PagerDuty's", () => {
  const enqueue = (event_action: string, more: object = {}) =>
    post('/v2/enqueue', { routing_key: token, event_action, dedup_key: 'disk-db1', ...more })
  const payload = {
    summary: 'Disk full',
    source: 'db1',
    severity: 'error',
    component: 'disk',
    custom_details: { a: 'b' },
  }

  it('trigger, acknowledge and resolve the alert of their dedup_key', async () => {
    const answer = await enqueue('trigger', { payload, links: [{ href: 'https://tool.example/1' }] })
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toEqual({ status: 'success', message: 'Event processed', dedup_key: 'disk-db1' })
    expect(await alertsOf()).toMatchObject([{ name: 'Disk full', severity: 'critical', labels: { source: 'db1' } }])
    await enqueue('acknowledge')
    expect(await alertsOf()).toMatchObject([{ acknowledgedBy: 'Prometheus', state: 'FIRING' }])
    await enqueue('resolve')
    expect(await alertsOf()).toMatchObject([{ state: 'RESOLVED' }])
    expect((await enqueue('resolve', { dedup_key: 'unknown' })).statusCode).toBe(202)
  })

  it('are answered with what is wrong with them', async () => {
    const answer = await enqueue('trigger', { payload: { ...payload, severity: 'bad' } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ status: 'invalid event', errors: [expect.stringContaining('severity')] })
    expect((await enqueue('triggered')).statusCode).toBe(400)
    expect(await alertsOf()).toEqual([])
  })
})

describe('Prometheus as a sender', () => {
  const api = (path: string) => `/inbound/${token}/api/v2${path}`
  /** As Prometheus 2.53 and 3 post it, with the end that it expects. */
  const pushed = (index: number, endsInMs: number) => ({
    annotations: { summary: 'down' },
    endsAt: new Date(clock.now() + endsInMs).toISOString().replace('Z', '000Z'),
    startsAt: '2026-11-27T20:00:00.000Z',
    generatorURL: 'http://prometheus.example:9090/graph?g0.expr=up',
    labels: { alertname: 'Down', instance: `host${index}`, severity: index % 2 === 0 ? 'critical' : 'warning' },
  })
  const batch = (endsInMs: number, count = 256) =>
    post(
      api('/alerts'),
      Array.from({ length: count }, (_, index) => pushed(index, endsInMs)),
      {
        'user-agent': 'Prometheus/2.53.0',
      },
    )

  it('keeps batches of 256 alerts firing while it sends them, and they end when it stops or says so', async () => {
    for (let index = 0; index < 3; index += 1) {
      expect(await batch(4 * minuteMs)).toMatchObject({ statusCode: 200, body: '' })
      clock.advance(minuteMs)
      await advance()
    }
    expect(await notified()).toHaveLength(256)
    await batch(0, 1)
    expect((await notified()).at(-1)).toBe('Alert "Down" from Prometheus is resolved')
    clock.advance(3 * minuteMs)
    while ((await advance()) > 0);
    expect(await notified()).toHaveLength(512)
  })

  it('gives alerts without an end five minutes, and leaves out those without labels', async () => {
    const { endsAt: _, ...endless } = pushed(1, 0)
    expect((await post(api('/alerts'), [endless, { labels: {} }])).statusCode).toBe(400)
    expect(await alertsOf()).toMatchObject([{ expiresAt: new Date(clock.now() + 5 * minuteMs).toISOString() }])
  })

  it('is read by amtool and data sources: status, alerts that filters match, and silences of its source', async () => {
    await batch(4 * minuteMs, 2)
    const get = async (path: string) => (await app.inject({ url: api(path) })).json()
    expect(await get('/status')).toMatchObject({ cluster: { status: 'disabled' }, versionInfo: { version: 'service' } })
    const filter = encodeURIComponent('severity=~"crit.*"')
    expect(await get(`/alerts?active=true&filter=${filter}`)).toMatchObject([
      {
        labels: { instance: 'host0' },
        status: { state: 'active', silencedBy: [] },
        receivers: [{ name: 'Prometheus' }],
      },
    ])
    const silence = {
      matchers: [{ name: 'instance', value: 'host0', isRegex: false, isEqual: true }],
      startsAt: new Date(clock.now()).toISOString(),
      endsAt: new Date(clock.now() + hourMs).toISOString(),
      createdBy: 'ann',
      comment: 'reboot',
    }
    const { silenceID } = (await post(api('/silences'), silence)).json()
    expect(await get('/silences')).toMatchObject([{ id: silenceID, status: { state: 'active' }, createdBy: 'ann' }])
    expect(await get(`/alerts?filter=${filter}`)).toMatchObject([
      { status: { state: 'suppressed', silencedBy: [silenceID] } },
    ])
    expect((await app.inject({ method: 'DELETE', url: api(`/silence/${silenceID}`) })).statusCode).toBe(200)
    expect(await get('/silences')).toEqual([])
    expect(await get(`/alerts/groups`)).toMatchObject([{ alerts: [{}, {}] }])
  })

  it('silences no alert of another source with its token', async () => {
    const other = (await call('POST', '/v1/alert-sources', { name: 'Other' })).json()
    const endsAt = new Date(clock.now() + hourMs).toISOString()
    await post(`/inbound/${other.token}/api/v2/silences`, { matchers: [{ name: 'alertname', value: 'Down' }], endsAt })
    await batch(4 * minuteMs, 1)
    expect(await alertsOf()).toMatchObject([{ silencedBy: [] }])
  })
})

describe('anyone who sends', () => {
  it('gets one answer for a token that is unknown, malformed or replaced', async () => {
    await call('POST', `/v1/alert-sources/${source}/token`)
    const answers = await Promise.all(
      [token, 'f'.repeat(32), 'x', '%2e%2e', 'é'].map((one) =>
        post(`/inbound/${encodeURIComponent(one)}`, alertmanager('firing')),
      ),
    )
    for (const { statusCode, body } of answers)
      expect({ statusCode, body: JSON.parse(body) }).toMatchObject({
        statusCode: 404,
        body: { attributes: { code: 'ALERT_SOURCE_UNKNOWN' } },
      })
  })

  it('is told 503 and never 429 while too much arrives', async () => {
    const statuses = new Set<number>()
    for (let index = 0; index < 310; index += 1)
      statuses.add((await post(`/inbound/unknown`, { alerts: [] })).statusCode)
    expect([...statuses]).toEqual([404, 503])
    const busy = await post('/inbound/unknown', { alerts: [] })
    expect(busy.headers['retry-after']).toMatch(/^\d+$/)
    expect((await webhook(alertmanager('firing'))).statusCode).toBe(503)
    clock.advance(minuteMs)
    expect((await webhook(alertmanager('firing'))).statusCode).toBe(200)
  })

  it('is told what is wrong with a body, and nothing of it is kept', async () => {
    for (const body of ['', '{', '[]', '{}', '"x"', '{"alerts":5}']) expect((await webhook(body)).statusCode).toBe(400)
    expect((await webhook(`[${' '.repeat(5 * 1024 * 1024)}]`)).statusCode).toBe(413)
    expect(await alertsOf()).toEqual([])
  })

  it('may send whatever: it is cut and cleaned, and links that are none are left out', async () => {
    const labels = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`label${index}`, 'x'.repeat(5000)]))
    const alert = {
      status: 'firing',
      labels: { ...labels, alertname: `a\u0000${'n'.repeat(2000)}`, __proto__: 'x', empty: '', number: 5 },
      annotations: { summary: `password=hunter2-and-more ${'s'.repeat(9000)}\ud800` },
      startsAt: '+275760-09-13T00:00:00Z',
      generatorURL: 'javascript:alert(1)',
    }
    expect((await webhook({ alerts: [alert, null, 5, {}] })).statusCode).toBe(200)
    const found = (await alertsOf()).find(({ labels: { alertname } }) => alertname !== undefined)
    expect(found?.link).toBe(null)
    expect(Object.keys(found?.labels ?? {})).toHaveLength(64)
    expect(JSON.stringify(found)).not.toContain('hunter2')
    expect(found?.summary.length).toBeLessThanOrEqual(1000)
  })
})

describe('people', () => {
  const silence = (matchers: object[], minutes: number) =>
    call('POST', '/v1/alert-silences', { matchers, endsAt: new Date(clock.now() + minutes * minuteMs).toISOString() })

  it('acknowledge an alert that fires, once, and none that is over', async () => {
    await webhook(alertmanager('firing'))
    const [{ id } = { id: '' }] = await alertsOf()
    const acknowledge = () => call('POST', `/v1/received-alerts/${id}/acknowledge`, { note: 'on it' })
    const first = (await acknowledge()).json()
    expect(first).toMatchObject({ acknowledgementNote: 'on it', acknowledgedBy: expect.any(String) })
    clock.advance(minuteMs)
    expect((await acknowledge()).json().acknowledgedAt).toBe(first.acknowledgedAt)
    await webhook(alertmanager('resolved'))
    expect((await acknowledge()).json()).toMatchObject({ attributes: { code: 'RECEIVED_ALERT_OVER' } })
  })

  it('silence alerts by their labels; what outlasts the silence is notified at its end, once', async () => {
    const matchers = [{ name: 'service', value: 'sh.*', isRegex: true }]
    const made: AlertSilenceResource = (await silence(matchers, 30)).json()
    await webhook(alertmanager('firing'))
    expect(await alertsOf()).toMatchObject([{ silencedBy: [made.id] }])
    expect(await notified()).toEqual(['CHECK_MUTED'])
    clock.advance(20 * minuteMs)
    await webhook(alertmanager('firing'))
    await advance()
    expect(await notified()).toEqual(['CHECK_MUTED'])
    clock.advance(11 * minuteMs)
    await advance()
    await advance()
    expect(await notified()).toEqual(['CHECK_MUTED', 'Alert "HighErrorRate" from Prometheus still fires'])
  })

  it('end a silence early; an alert that came and went meanwhile is never told', async () => {
    const made: AlertSilenceResource = (await silence([{ name: 'alertname', value: 'HighErrorRate' }], 600)).json()
    await webhook(alertmanager('firing'))
    await webhook(alertmanager('resolved'))
    await webhook({ alerts: [{ ...alertmanager('firing').alerts[0], fingerprint: 'ab' }] })
    expect((await call('DELETE', `/v1/alert-silences/${made.id}`)).statusCode).toBe(204)
    await advance()
    expect((await notified()).filter((one) => one.startsWith('Alert'))).toEqual([
      'Alert "HighErrorRate" from Prometheus still fires',
    ])
    expect((await call('GET', '/v1/alert-silences')).json()).toEqual([])
  })

  it('are told what is wrong with a silence that would match everything, or nothing ever', async () => {
    for (const matcher of [
      { name: 'x', value: '' },
      { name: 'x', value: 'y', isEqual: false },
      { name: 'x', value: '(', isRegex: true },
    ])
      expect((await silence([matcher], 5)).statusCode).toBe(400)
    expect((await silence([{ name: 'x', value: 'y' }], -5)).statusCode).toBe(400)
  })

  it('mute the group of a source, and its alerts with it', async () => {
    const groupId: number = (await call('POST', '/v2/check-groups', { name: 'Shop' })).json().id
    await call('PUT', `/v1/alert-sources/${source}`, { groupId })
    await call('POST', `/v1/check-groups/${groupId}/mute`, { minutes: 60 })
    await webhook(alertmanager('firing'))
    expect(await notified()).toEqual(['GROUP_MUTED'])
    clock.advance(hourMs)
    await advance()
    expect((await notified()).at(-1)).toBe('Alert "HighErrorRate" from Prometheus still fires')
  })

  it('see no source and no alert of another account, and refer to none', async () => {
    await webhook(alertmanager('firing'))
    const [{ id } = { id: '' }] = await alertsOf()
    ;({ key } = await anAccount(store, clock))
    expect(await alertsOf()).toEqual([])
    expect((await call('GET', `/v1/received-alerts/${id}`)).statusCode).toBe(404)
    expect((await call('DELETE', `/v1/alert-sources/${source}`)).statusCode).toBe(404)
    expect((await call('POST', '/v1/alert-sources', { name: 'x', alertChannelIds: [channel] })).statusCode).toBe(404)
  })
})
