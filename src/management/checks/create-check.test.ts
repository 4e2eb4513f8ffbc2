import { beforeAll, describe, expect, test } from 'vitest'
import type { CheckType } from '#contract'
import { randomId } from '#kernel'
import type { Caller } from '#kernel'
import type { Store } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { createGroup } from '../groups/index.ts'
import type { CheckInput } from './check-input.ts'
import { createCheck, getCheck } from './index.ts'
import { codeOf, everythingOf, newCaller, newChannel, scheduleOf, startMs, storeOn } from './testing/configuration.ts'

const database = useDatabase()
let store: Store
beforeAll(() => {
  store = storeOn(database.db())
})

const tcp = { name: 'db', request: { hostname: 'db.example.com', port: 5432 }, locations: ['eu-west-1'] }
const api = { name: 'api', request: { method: 'post', url: 'https://example.com' }, locations: ['eu-west-1'] }
const grpc = (grpcConfig: object) => ({ name: 'rpc', request: { url: 'a.example', port: 443, grpcConfig } })
const script = { name: 'journey', script: "test('x', async () => {})" }
const agentic = { name: 'agent', prompt: 'Open {{SHOP}} and look for a basket.' }
const period = { period: 5, periodUnit: 'minutes', grace: 30, graceUnit: 'seconds' } as const

const create = (caller: Caller, checkType: CheckType, body: object, autoAssignAlerts = true) =>
  createCheck(store, caller, { checkType, body: body as CheckInput, autoAssignAlerts })

describe('createCheck', () => {
  test('fills the defaults of the contract, those of the type included', async () => {
    const caller = await newCaller(store)
    const { check } = await create(caller, 'TCP', {
      name: 'db',
      request: { url: 'db.example.com', port: 1, body: 'x' },
    })
    expect(check).toMatchObject({
      activated: true,
      muted: false,
      frequency: 10,
      runParallel: false,
      locations: [],
      settings: {
        doubleCheck: true,
        degradedResponseTime: 3000,
        maxResponseTime: 5000,
        request: { hostname: 'db.example.com', port: 1, data: 'x', ipFamily: 'IPv4', assertions: [] },
      },
    })
    const sent = await create(caller, 'API', api)
    expect(sent.check.settings.request).toEqual({
      method: 'POST',
      url: 'https://example.com',
      followRedirects: true,
      skipSSL: false,
      ipFamily: 'IPv4',
      body: '',
      bodyType: 'NONE',
      headers: [],
      queryParameters: [],
      basicAuth: null,
      assertions: [],
    })
    expect(sent.check.settings).toMatchObject({ degradedResponseTime: 5000, maxResponseTime: 20_000 })
  })

  test('answers what a read answers', async () => {
    const caller = await newCaller(store)
    await newChannel(store, caller)
    const created = await create(caller, 'TCP', {
      ...tcp,
      environmentVariables: [{ key: 'A', value: 'b', secret: true }],
    })
    expect(await getCheck(store, caller, { id: created.check.id })).toEqual(created)
    const heartbeat = await create(caller, 'HEARTBEAT', { name: 'job', heartbeat: period })
    expect(await getCheck(store, caller, { id: heartbeat.check.id })).toEqual(heartbeat)
  })

  test('a new check runs at once, unless it is paused or inbound', async () => {
    const caller = await newCaller(store)
    const plan = async (type: CheckType, body: object) => scheduleOf(store, (await create(caller, type, body)).check.id)
    expect((await plan('TCP', tcp))?.nextRunAt).toEqual(new Date(startMs))
    expect((await plan('TCP', { ...tcp, activated: false }))?.nextRunAt).toBeNull()
    expect(await plan('TCP', { ...tcp, locations: [] })).toMatchObject({ locations: ['us-east-1'] })
    expect((await plan('HEARTBEAT', { name: 'job', heartbeat: period }))?.nextRunAt).toBeNull()
  })

  test('fills in what types of handshakes, calls and routes have by default', async () => {
    const caller = await newCaller(store)
    const ssl = await create(caller, 'SSL', { name: 'ssl', request: { sslConfig: { hostname: 'a.example' } } })
    expect(ssl.check.settings).toMatchObject({
      degradedResponseTime: 3000,
      maxResponseTime: 10_000,
      request: {
        sslConfig: { port: 443, serverName: null, handshakeTimeoutMs: 10_000, alertDaysBeforeExpiry: 20 },
        sslClientCertificateId: null,
      },
    })
    const way = await create(caller, 'TRACEROUTE', { name: 'way', request: { url: 'a.example', protocol: 'UDP' } })
    expect(way.check.settings.request).toMatchObject({ port: 33_434, maxHops: 30, timeout: 10 })
    const grpc = await create(caller, 'GRPC', { name: 'grpc', request: { url: 'a.example', port: '50051' } })
    expect(grpc.check.settings.request).toMatchObject({ port: 50_051, grpcConfig: { mode: 'BEHAVIOR', tls: true } })
    const suite = await create(caller, 'PLAYWRIGHT', { name: 'suite', codeBundlePath: 'bundle' })
    expect(suite.check.settings).toMatchObject({ testCommand: 'npx playwright test', browsers: ['chromium'] })
    expect((await create(caller, 'AGENTIC', agentic)).check.frequency).toBe(30)
  })

  test('subscribes to the requested channels, else to all, else to those with automatic subscriptions', async () => {
    const caller = await newCaller(store)
    const first = await newChannel(store, caller)
    const second = await newChannel(store, caller, true)
    const given = { ...tcp, alertChannelSubscriptions: [{ alertChannelId: second, activated: false }] }
    expect((await create(caller, 'TCP', given)).subscriptions).toEqual([{ channelId: second, activated: false }])
    expect((await create(caller, 'TCP', tcp)).subscriptions).toEqual([
      { channelId: first, activated: true },
      { channelId: second, activated: true },
    ])
    const auto = await create(caller, 'TCP', tcp, false)
    expect(auto.subscriptions).toEqual([{ channelId: second, activated: true }])
  })

  test('stores no secret in plaintext', async () => {
    const caller = await newCaller(store)
    const secrets = ['variable-in-clear', 'header-in-clear', 'query-in-clear', 'password-in-clear']
    const [variable, header, query, password] = secrets
    const { pingToken } = await create(caller, 'HEARTBEAT', { name: 'job', heartbeat: period })
    await create(caller, 'API', {
      ...api,
      environmentVariables: [{ key: 'A', value: variable, secret: true }],
      request: {
        ...api.request,
        headers: [{ key: 'a', value: header, locked: true }],
        queryParameters: [{ key: 'a', value: query, locked: true }],
        basicAuth: { username: 'user', password },
      },
    })
    const written = await everythingOf(store, caller)
    expect([...secrets, String(pingToken)].filter((secret) => written.includes(secret))).toEqual([])
  })

  test('a ping token belongs to one check', async () => {
    const caller = await newCaller(store)
    const pingToken = '0b0a2e9c-8b6b-4d41-9c4f-0d4a3f6d1c11'
    const body = { name: 'job', heartbeat: { ...period, pingToken } }
    expect((await create(caller, 'HEARTBEAT', body)).pingToken).toBe(pingToken)
    const other = await newCaller(store)
    expect(await codeOf(create(other, 'HEARTBEAT', body))).toBe('PING_TOKEN_TAKEN')
    expect(await everythingOf(store, other)).toBe('')
  })

  const request = (more: object) => ({ ...api, request: { ...api.request, ...more } })
  test.each<[string, CheckType, object, string]>([
    ['an offset that does not fit', 'TCP', { ...tcp, frequency: 1, frequencyOffset: 11 }, 'FREQUENCY_OFFSET_INVALID'],
    ['no offset below a minute', 'TCP', { ...tcp, frequency: 0 }, 'FREQUENCY_OFFSET_INVALID'],
    [
      'limits the wrong way round',
      'TCP',
      { ...tcp, degradedResponseTime: 2, maxResponseTime: 1 },
      'RESPONSE_TIME_LIMITS_INVALID',
    ],
    [
      'packet losses the wrong way round',
      'ICMP',
      { name: 'a', request: { hostname: 'a' }, degradedPacketLossThreshold: 30 },
      'PACKET_LOSS_LIMITS_INVALID',
    ],
    ['a broken template', 'API', request({ headers: [{ key: 'a', value: '{{#if}}' }] }), 'TEMPLATE_INVALID'],
    [
      'an assertion against the grammar',
      'API',
      request({ assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: 'two hundred' }] }),
      'ASSERTION_INVALID',
    ],
    ['a group that is not there', 'TCP', { ...tcp, groupId: 999_999 }, 'GROUP_UNKNOWN'],
    [
      'a channel that is not there',
      'TCP',
      { ...tcp, alertChannelSubscriptions: [{ alertChannelId: 999_999, activated: true }] },
      'ALERT_CHANNEL_UNKNOWN',
    ],
    ['a private location', 'TCP', { ...tcp, privateLocations: ['office'] }, 'PRIVATE_LOCATION_UNKNOWN'],
    [
      'a service of a status page',
      'TCP',
      { ...tcp, triggerIncident: { serviceId: 'a', name: 'b' } },
      'SERVICE_UNKNOWN',
    ],
    ['a snippet that is not there', 'API', { ...api, tearDownSnippetId: 999_999 }, 'SNIPPET_UNKNOWN'],
    [
      'a client certificate that is not there',
      'SSL',
      { name: 'a', request: { sslConfig: { hostname: 'a.example' }, sslClientCertificateId: randomId() } },
      'CLIENT_CERTIFICATE_UNKNOWN',
    ],
    [
      'an explicit client certificate that is not named',
      'SSL',
      { name: 'a', request: { sslConfig: { hostname: 'a.example', clientCertificateMode: 'explicit' } } },
      'BODY_INVALID',
    ],
    [
      'an assertion on a certificate against the grammar',
      'SSL',
      {
        name: 'a',
        request: {
          sslConfig: { hostname: 'a.example' },
          assertions: [{ source: 'CERTIFICATE', property: 'isCA', comparison: 'CONTAINS', target: 'true' }],
        },
      },
      'ASSERTION_INVALID',
    ],
    ['a browser check every few seconds', 'BROWSER', { ...script, frequency: 0 }, 'FREQUENCY_NOT_ALLOWED'],
    ['an agentic check every two minutes', 'AGENTIC', { ...agentic, frequency: 2 }, 'FREQUENCY_NOT_ALLOWED'],
    ['a prompt with a broken template', 'AGENTIC', { ...agentic, prompt: '{{#if}}' }, 'TEMPLATE_INVALID'],
    ['a runtime without multi-step checks', 'MULTI_STEP', { ...script, runtimeId: '2023.02' }, 'RUNTIME_NOT_SUPPORTED'],
    ['a port that is none', 'GRPC', { name: 'a', request: { url: 'a.example', port: '70000' } }, 'BODY_INVALID'],
    ['a method that is none', 'GRPC', grpc({ method: 'List' }), 'BODY_INVALID'],
    ['a message that is no JSON', 'GRPC', grpc({ method: 'a.B/C', message: '{' }), 'BODY_INVALID'],
    [
      'metadata with a key of other characters',
      'GRPC',
      grpc({ metadata: [{ key: 'a b', value: '' }] }),
      'BODY_INVALID',
    ],
    [
      'metadata with a value that is no ASCII',
      'GRPC',
      grpc({ metadata: [{ key: 'x-name', value: 'é' }] }),
      'BODY_INVALID',
    ],
    [
      'binary metadata that is no base64',
      'GRPC',
      grpc({ metadata: [{ key: 'x-name-bin', value: 'a b' }] }),
      'BODY_INVALID',
    ],
    [
      'a variable given twice',
      'TCP',
      {
        ...tcp,
        environmentVariables: [
          { key: 'A', value: '1' },
          { key: 'A', value: '2' },
        ],
      },
      'BODY_INVALID',
    ],
    ['a null that keeps nothing', 'TCP', { ...tcp, environmentVariables: [{ key: 'A', value: null }] }, 'BODY_INVALID'],
    ['a TCP request without a host', 'TCP', { name: 'a', request: { port: 1 } }, 'BODY_INVALID'],
    [
      'a period below 30 seconds',
      'HEARTBEAT',
      { name: 'a', heartbeat: { ...period, period: 29, periodUnit: 'seconds' } },
      'HEARTBEAT_PERIOD_INVALID',
    ],
  ])('rejects %s and writes nothing', async (_what, checkType, body, code) => {
    const caller = await newCaller(store)
    expect(await codeOf(create(caller, checkType, body))).toBe(code)
    expect(await everythingOf(store, caller)).toBe('')
  })

  test('names the invalid assertion and string', async () => {
    const caller = await newCaller(store)
    const assertions = [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: 'x' }]
    await expect(create(caller, 'API', request({ assertions }))).rejects.toMatchObject({
      message: expect.stringContaining('request.assertions[0].target'),
    })
    const headers = [{ key: 'a', value: '{{#if}}' }]
    await expect(create(caller, 'API', request({ headers }))).rejects.toMatchObject({
      message: expect.stringContaining('request.headers[0].value'),
    })
  })

  test('scripts are stored where they mean nothing and may be empty where they would', async () => {
    const caller = await newCaller(store)
    const dns = { name: 'a', request: { query: 'example.com' }, heartbeat: {}, script: 'x', localSetupScript: 'y' }
    expect((await create(caller, 'DNS', dns)).check.settings).toMatchObject({ script: 'x', localSetupScript: 'y' })
    await create(caller, 'API', { ...api, localSetupScript: '', localTearDownScript: null, setupSnippetId: null })
  })

  test('the group and channel of another account are unknown', async () => {
    const [caller, otherAccount] = [await newCaller(store), await newCaller(store)]
    const channel = await newChannel(store, otherAccount)
    const { group } = await createGroup(store, otherAccount, {
      generation: 2,
      body: { name: 'g' },
      autoAssignAlerts: false,
    })
    const subscriptions = [{ alertChannelId: channel, activated: true }]
    expect(await codeOf(create(caller, 'TCP', { ...tcp, groupId: group.id }))).toBe('GROUP_UNKNOWN')
    expect(await codeOf(create(caller, 'TCP', { ...tcp, alertChannelSubscriptions: subscriptions }))).toBe(
      'ALERT_CHANNEL_UNKNOWN',
    )
    expect(await everythingOf(store, caller)).toBe('')
  })
})
