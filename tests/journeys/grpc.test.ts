import Type from 'typebox'
import Value from 'typebox/value'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shopProto, startGrpcServer } from '../support/grpc-server.ts'
import type { GrpcServer } from '../support/grpc-server.ts'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

const dataDir = await initialisedDataDir()
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Documented = Type.Object({
  grpcStatusCode: Type.Number(),
  healthStatus: nullable(Type.Number()),
  timingPhases: nullable(Type.Record(Type.String(), Type.Unknown())),
  requestError: nullable(Type.String()),
  request: nullable(Type.Object({})),
  assertions: nullable(Type.Array(Type.Object({}))),
  response: nullable(
    Type.Object({
      grpcMode: Type.String(),
      host: Type.String(),
      resolvedIp: Type.String(),
      port: Type.Number(),
      grpcMethod: Type.String(),
      responseMessage: Type.String(),
      grpcStatusCode: Type.Number(),
      grpcStatusMessage: Type.String(),
      healthStatus: nullable(Type.Number()),
      healthStatusLabel: Type.String(),
      metadata: nullable(Type.Array(Type.Object({}))),
      discoveredMethods: nullable(Type.Array(Type.String())),
      requestError: nullable(Type.String()),
      timingPhases: nullable(Type.Object({})),
    }),
  ),
})
/** What does not have the form that the hosted product documents. */
const wrongIn = (result: unknown) => [...Value.Errors(Documented, field(result, 'grpcCheckResult'))]
let server: ServerProcess
let receiver: WebReceiver
let target: GrpcServer

beforeAll(async () => {
  target = await startGrpcServer()
  receiver = await startWebReceiver((response) => response.end('thanks'))
  server = await startServerProcess({ dataDir, port: await freePort() })
  const config = { name: 'receiver', url: receiver.url }
  await server.call('POST', '/v1/alert-channels', { type: 'WEBHOOK', config })
})

afterAll(async () => {
  await server.stop()
  await receiver[Symbol.asyncDispose]()
  target.stop()
  removeDataDir(dataDir)
})

const field = (body: unknown, name: string): unknown => Reflect.get(Object(body), name)

async function createCheck(name: string, grpcConfig: object, fields: object = {}): Promise<string> {
  const { status, body } = await server.call('POST', '/v1/checks/grpc', {
    name,
    frequency: 0,
    frequencyOffset: 10,
    locations: ['eu-west-1'],
    retryStrategy: null,
    ...fields,
    request: {
      url: '127.0.0.1',
      port: target.port,
      grpcConfig: { tls: false, ...grpcConfig },
      assertions: [],
      ...fields,
    },
  })
  expect([status, body]).toMatchObject([201, { checkType: 'GRPC' }])
  return String(field(body, 'id'))
}

const resultOf = (id: string, matches: (result: unknown) => boolean = () => true) =>
  eventually('a result', async () => {
    const { body } = await server.call('GET', `/v1/check-results/${id}?limit=10`)
    const found: unknown = Array.isArray(body) && body.find(matches)
    return found ? { found } : false
  }).then(({ found }) => found)

it('runs checks that pass, are degraded and fail, with an alert for what fails', async () => {
  await server.call('POST', '/v1/variables', { key: 'TOKEN', value: 'very-secret-token', secret: true })
  const assertions = [
    { source: 'GRPC_STATUS_CODE', comparison: 'EQUALS', target: '0' },
    { source: 'GRPC_RESPONSE', comparison: 'EQUALS', property: '$.orders[0].name', target: 'Order 1' },
    { source: 'GRPC_METADATA', comparison: 'EQUALS', property: 'X-Echo', target: '{{TOKEN}}' },
    { source: 'TEXT_BODY', comparison: 'CONTAINS', target: 'SHIPPED' },
  ]
  const method = 'shop.Orders/List'
  const metadata = [{ key: 'x-echo', value: '{{TOKEN}}' }]
  const passing = await createCheck('Orders', { method, metadata, message: '{"limit": 1}' }, { assertions })
  const protoFile = { serviceDefinition: 'PROTO_FILE', protoContent: shopProto }
  const degraded = await createCheck(
    'Slow',
    { method, ...protoFile },
    { degradedResponseTime: 0, maxResponseTime: 20_000 },
  )
  const failing = await createCheck('Health', { mode: 'HEALTH', service: 'broken' })

  const passed = await resultOf(passing)
  expect(passed).toMatchObject({
    hasFailures: false,
    isDegraded: false,
    grpcCheckResult: {
      grpcStatusCode: 0,
      healthStatus: null,
      requestError: null,
      timingPhases: { dns: expect.any(Number), connect: expect.any(Number), total: expect.any(Number) },
      response: {
        grpcMode: 'BEHAVIOR',
        host: '127.0.0.1',
        resolvedIp: '127.0.0.1',
        port: target.port,
        grpcMethod: method,
        grpcStatusCode: 0,
        grpcStatusMessage: 'OK',
        healthStatusLabel: '',
        discoveredMethods: expect.arrayContaining([method]),
      },
    },
  })
  expect(field(field(passed, 'grpcCheckResult'), 'assertions')).toHaveLength(assertions.length)
  expect(JSON.stringify(passed)).not.toContain('very-secret-token')
  expect(await resultOf(degraded)).toMatchObject({ hasFailures: false, isDegraded: true })
  const failed = await resultOf(failing)
  expect(failed).toMatchObject({
    hasFailures: true,
    grpcCheckResult: { grpcStatusCode: 0, healthStatus: 2, response: { healthStatusLabel: 'NOT_SERVING' } },
  })

  await eventually('the alert', async () => receiver.requests.length > 0)
  expect(receiver.requests.map(({ body }) => JSON.parse(body))).toMatchObject([
    { alertType: 'ALERT_FAILURE', checkName: 'Health' },
  ])

  target.stop()
  const refused = await resultOf(passing, (result) => field(result, 'hasFailures') === true)
  expect([passed, failed, refused].map(wrongIn)).toEqual([[], [], []])
  expect(refused).toMatchObject({
    grpcCheckResult: { grpcStatusCode: 14, response: null, requestError: expect.stringContaining('ECONNREFUSED') },
  })
  const metrics = await server.call('POST', '/v1/analytics/checks?quickRange=last24Hours', { checkIds: [degraded] })
  expect(metrics.body).toMatchObject([{ checkType: 'GRPC', responseTime_avg: expect.any(Number) }])
})
