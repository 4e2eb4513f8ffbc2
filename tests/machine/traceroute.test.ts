import Type from 'typebox'
import Value from 'typebox/value'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tcpServer } from '../support/local-servers.ts'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

const dataDir = await initialisedDataDir()
let server: ServerProcess
let receiver: WebReceiver

beforeAll(async () => {
  receiver = await startWebReceiver((response) => response.end('thanks'))
  server = await startServerProcess({ dataDir, port: await freePort() })
  await server.call('POST', '/v1/alert-channels', {
    type: 'WEBHOOK',
    config: { name: 'receiver', url: receiver.url },
    sendFailure: true,
    sendDegraded: true,
  })
})

afterAll(async () => {
  await server.stop()
  await receiver[Symbol.asyncDispose]()
  removeDataDir(dataDir)
})

const schedule = { frequency: 1, locations: ['eu-west-1'], retryStrategy: null }
const idIn = (body: unknown): string => String(Reflect.get(Object(body), 'id'))

async function create(type: string, body: object): Promise<string> {
  const created = await server.call('POST', `/v1/checks/${type}`, { ...schedule, ...body })
  expect(created.status).toBe(201)
  return idIn(created.body)
}

/** The first final result of a check, with what its run saw. */
async function resultOf(id: string): Promise<unknown> {
  const listed = await eventually(`a run of ${id}`, async () => {
    const { body } = await server.call('GET', `/v2/check-results/${id}`)
    const entries: unknown = Reflect.get(Object(body), 'entries')
    return Array.isArray(entries) && entries.length > 0 && entries
  })
  return (await server.call('GET', `/v1/check-results/${id}/${idIn(listed[0])}`)).body
}

const Anything = Type.Union([Type.Null(), Type.Record(Type.String(), Type.Unknown())])
/** What clients of the hosted product expect of the result. */
const PublicResult = Type.Object({
  totalHops: Type.Number(),
  destinationReached: Type.Boolean(),
  finalHopLatency: Anything,
  timingPhases: Anything,
  requestError: Type.Union([Type.String(), Type.Null()]),
  request: Anything,
  assertions: Type.Array(Anything),
  response: Type.Object({
    hostname: Type.String(),
    resolvedIp: Type.String(),
    totalHops: Type.Number(),
    destinationReached: Type.Boolean(),
    truncationReason: Type.String(),
    finalHopLatency: Anything,
    hops: Type.Array(Anything),
    protocol: Type.String(),
    probeProtocol: Type.String(),
  }),
})

const alerts = (): unknown[] => receiver.requests.map(({ body }) => Reflect.get(Object(JSON.parse(body)), 'alertType'))

it('traces routes that pass, are degraded and fail, with their alerts, their results and their metrics', async () => {
  const open = await tcpServer(() => {})
  const request = { url: '127.0.0.1', port: open.port }
  const passing = await create('traceroute', { name: 'passing', request })
  expect(await resultOf(passing)).toMatchObject({
    hasFailures: false,
    isDegraded: false,
    tracerouteCheckResult: {
      totalHops: 1,
      destinationReached: true,
      finalHopLatency: { avg: expect.any(Number), min: expect.any(Number), max: expect.any(Number) },
      timingPhases: { dns: 0, total: expect.any(Number) },
      requestError: null,
      request: { url: '127.0.0.1', protocol: 'TCP', port: open.port },
      assertions: [],
      response: {
        hostname: '127.0.0.1',
        resolvedIp: '127.0.0.1',
        totalHops: 1,
        destinationReached: true,
        truncationReason: 'destinationReached',
        protocol: 'TCP',
        probeProtocol: 'TCP',
        hops: [{ hop_number: 1, main_ip: '127.0.0.1', sent: 3, received: 3, loss_percentage: 0 }],
      },
    },
  })
  const stored: unknown = Reflect.get(Object(await resultOf(passing)), 'tracerouteCheckResult')
  expect([...Value.Errors(PublicResult, stored)]).toEqual([])
  expect(alerts()).toEqual([])

  const degraded = await create('traceroute', { name: 'degraded', request, degradedResponseTime: 0 })
  expect(await resultOf(degraded)).toMatchObject({ hasFailures: false, isDegraded: true })
  await eventually('the alert of the degraded run', async () => alerts().length === 1)

  const assertions = [
    { source: 'HOP_COUNT', comparison: 'GREATER_THAN', target: '5' },
    { source: 'RESPONSE_TIME', property: 'max', comparison: 'LESS_THAN', target: '60000' },
    { source: 'PACKET_LOSS', comparison: 'EQUALS', target: '0' },
  ]
  const failing = await create('traceroute', { name: 'failing', request: { ...request, assertions } })
  expect(await resultOf(failing)).toMatchObject({
    hasFailures: true,
    tracerouteCheckResult: { assertions: [{ passed: false, actual: '1' }, { passed: true }, { passed: true }] },
  })
  await eventually('the alert of the failing run', async () => alerts().length === 2)
  expect(alerts()).toEqual(['ALERT_DEGRADED', 'ALERT_FAILURE'])

  const metrics = await server.call('GET', '/v1/analytics/metrics?checkType=TRACEROUTE')
  expect(metrics.body).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'finalHopLatencyAvg' })]))
})

it('shows the route to a target that refuses the connection in the log of an API run', async () => {
  const closed = await freePort()
  const id = await create('api', { name: 'down', request: { method: 'GET', url: `http://127.0.0.1:${closed}/` } })
  const msg = `Traceroute: The route to 127.0.0.1, TCP port ${closed} is complete: 1 hop.`
  expect(await resultOf(id)).toMatchObject({
    hasFailures: true,
    apiCheckResult: { jobLog: { request: expect.arrayContaining([expect.objectContaining({ msg })]) } },
  })
})
