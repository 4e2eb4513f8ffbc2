import Type from 'typebox'
import Value from 'typebox/value'
import { afterAll, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { shopProto, startGrpcServer } from '../support/grpc-server.ts'
import { useServer } from '../support/test-server.ts'
import { startWebReceiver } from '../support/web-receiver.ts'

const target = await startGrpcServer()
const receiver = await startWebReceiver((response) => response.end('thanks'))
const server = useServer()
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  target.stop()
})

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

const field = (body: unknown, name: string): unknown => Reflect.get(Object(body), name)

it('runs checks that pass, are degraded and fail, with an alert for what fails', async () => {
  const { call, create } = await server.account()
  const createCheck = async (name: string, grpcConfig: object, fields: object = {}): Promise<unknown> => {
    const { id, checkType } = await create('/v1/checks/grpc', {
      name,
      frequency: 1,
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
    expect(checkType).toBe('GRPC')
    return id
  }
  const latestOf = async (id: unknown): Promise<unknown> => {
    const { body } = await call('GET', `/v1/check-results/${String(id)}?limit=10`)
    return Reflect.get(Object(body), 0)
  }
  const config = { name: 'receiver', url: receiver.url }
  await create('/v1/alert-channels', { type: 'WEBHOOK', config })
  await create('/v1/variables', { key: 'TOKEN', value: 'very-secret-token', secret: true })
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

  await server.advance(10_000)
  const passed = await latestOf(passing)
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
  expect(await latestOf(degraded)).toMatchObject({ hasFailures: false, isDegraded: true })
  const failed = await latestOf(failing)
  expect(failed).toMatchObject({
    hasFailures: true,
    grpcCheckResult: { grpcStatusCode: 0, healthStatus: 2, response: { healthStatusLabel: 'NOT_SERVING' } },
  })

  expect(receiver.requests.map(({ body }) => JSON.parse(body))).toMatchObject([
    { alertType: 'ALERT_FAILURE', checkName: 'Health' },
  ])

  target.stop()
  await server.advance(minuteMs)
  const refused = await latestOf(passing)
  expect([passed, failed, refused].map(wrongIn)).toEqual([[], [], []])
  expect(refused).toMatchObject({
    hasFailures: true,
    grpcCheckResult: { grpcStatusCode: 14, response: null, requestError: expect.stringContaining('ECONNREFUSED') },
  })
  const metrics = await call('POST', '/v1/analytics/checks?quickRange=last24Hours', { checkIds: [degraded] })
  expect(metrics.body).toMatchObject([{ checkType: 'GRPC', responseTime_avg: expect.any(Number) }])
})
