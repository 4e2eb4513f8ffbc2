import { describe, expect, it } from 'vitest'
import { certificates } from '../../../tests/support/certificates/read-certificates.ts'
import { grpcServer, shopProto } from '../../../tests/support/grpc-server.ts'
import { grpcTask, probeTools } from '../../../tests/support/probe-tasks.ts'
import { GRPC } from './index.ts'

const list = { mode: 'BEHAVIOR', method: 'shop.Orders/List', message: '{"limit": 1}' } as const
const run = (task: ReturnType<typeof grpcTask>) => GRPC(task, probeTools)

const orderJson = {
  id: '1',
  name: 'Order 1',
  state: 'SHIPPED',
  createdAt: '2023-11-14T22:13:20Z',
  amounts: { EUR: 1 },
  card: 'card 1',
  lines: [{ article: 'cup' }],
  codes: [1, 2, 3],
}

describe('health', () => {
  it.each([
    [null, { grpcStatusCode: 0, healthStatus: 1, responseMessage: '{"status":"SERVING"}' }],
    ['broken', { grpcStatusCode: 0, healthStatus: 2, responseMessage: '{"status":"NOT_SERVING"}' }],
    ['unheard-of', { grpcStatusCode: 5, healthStatus: 3, responseMessage: '' }],
  ])('of the service %s is what the server says', async (service, expected) => {
    const { port } = await grpcServer()
    const { answer, failure } = await run(grpcTask({ port, config: { service } }))
    expect(failure).toBeNull()
    expect(answer).toMatchObject({
      ...expected,
      resolvedIp: '127.0.0.1',
      port,
      grpcMethod: 'grpc.health.v1.Health/Check',
    })
  })

  it('is asked over TLS, with a client certificate where the server requires one', async () => {
    const tls = { ...certificates.server, clientAuthority: certificates.authority }
    const { port } = await grpcServer({ tls })
    const task = grpcTask({ url: 'localhost', port, config: { tls: true } })
    const refused = await run(task)
    expect(refused.failure).toMatchObject({ kind: expect.stringMatching(/tls|connect/) })
    const { cert, key } = certificates.client
    const clientCertificate = { path: null, cert, key, ca: null, passphrase: null }
    const seen = await run({ ...task, clientCertificate })
    expect(seen.failure).toBeNull()
    expect(seen.answer).toMatchObject({ healthStatus: 1, timingPhases: { tls: expect.any(Number) } })
    expect(seen.sslDaysRemaining).toBeGreaterThan(0)
    expect(seen.certificates).toMatchObject([{ issuer: expect.stringContaining('CN='), validTo: expect.any(String) }])
  })

  it('of a server with a certificate that cannot be verified is asked only with skipSSL', async () => {
    const { port } = await grpcServer({ tls: certificates.selfSigned })
    const task = grpcTask({ url: 'localhost', port, config: { tls: true } })
    expect((await run(task)).failure).toMatchObject({ kind: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    const skipped = { ...task, request: { ...task.request, skipSSL: true } }
    expect((await run(skipped)).answer).toMatchObject({ healthStatus: 1 })
  })
})

describe('a method', () => {
  it.each(['both', 'v1alpha'] as const)('is called with the schema of reflection (%s)', async (reflection) => {
    const server = await grpcServer({ reflection })
    const { answer, failure } = await run(grpcTask({ port: server.port, config: list }))
    expect(failure).toBeNull()
    expect(JSON.parse(answer?.responseMessage ?? '')).toEqual({ orders: [orderJson], total: 1 })
    expect(answer).toMatchObject({
      grpcStatusCode: 0,
      discoveredMethods: ['shop.Orders/List', 'shop.Orders/Watch', 'shop.Orders/Import'],
      timingPhases: { reflection: expect.any(Number) },
    })
    expect(answer?.metadata).toEqual(
      expect.arrayContaining([
        { key: 'x-served-by', value: 'unit-1' },
        { key: 'x-region', value: 'eu' },
      ]),
    )
  })

  it('is called with the schema of a proto file, without reflection, and compressed answers are inflated', async () => {
    const server = await grpcServer({ reflection: 'none', compression: true })
    const config = { ...list, serviceDefinition: 'PROTO_FILE', protoContent: shopProto } as const
    const { answer, failure } = await run(grpcTask({ port: server.port, config }))
    expect(failure).toBeNull()
    expect(JSON.parse(answer?.responseMessage ?? '')).toEqual({ orders: [orderJson], total: 1 })
    expect(server.calls.map(({ method }) => method)).toEqual(['List'])
  })

  it('is sent the metadata of the check', async () => {
    const server = await grpcServer()
    const metadata = [
      { key: 'X-Echo', value: 'hello' },
      { key: 'x-token-bin', value: 'AQID' },
    ]
    const { answer } = await run(grpcTask({ port: server.port, config: { ...list, metadata } }))
    expect(answer?.metadata).toContainEqual({ key: 'x-echo', value: 'hello' })
    expect(server.calls[0]?.metadata).toMatchObject({ 'x-echo': 'hello', 'x-token-bin': Buffer.from([1, 2, 3]) })
  })

  it('may answer with an error, which is an answer with its message', async () => {
    const server = await grpcServer()
    const config = { ...list, message: '{"customer": "nobody"}' }
    const { answer } = await run(grpcTask({ port: server.port, config }))
    expect(answer).toMatchObject({ grpcStatusCode: 5, grpcStatusMessage: 'No orders of “nobody”', responseMessage: '' })
    expect(answer?.metadata).toContainEqual({ key: 'x-region', value: 'eu' })
  })

  it('that streams answers with the list of its messages', async () => {
    const server = await grpcServer()
    const config = { ...list, method: 'shop.Orders/Watch', message: '{"limit": 3}' }
    const { answer } = await run(grpcTask({ port: server.port, config }))
    const messages: { id: string }[] = JSON.parse(answer?.responseMessage ?? '')
    expect(messages.map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  it('that never ends its stream ends with DEADLINE_EXCEEDED and the messages it sent', async () => {
    const server = await grpcServer()
    const config = { ...list, method: 'shop.Orders/Watch', message: '{"limit": 2, "customer": "endless"}' }
    const { answer } = await run(grpcTask({ port: server.port, config, timeoutMs: 500 }))
    expect(answer).toMatchObject({ grpcStatusCode: 4 })
    expect(JSON.parse(answer?.responseMessage ?? '')).toHaveLength(2)
  })

  it('that sends more than 1000 messages is cut, which is no failure', async () => {
    const server = await grpcServer()
    const config = { ...list, method: 'shop.Orders/Watch', message: '{"limit": 1500}' }
    const { answer, log } = await run(grpcTask({ port: server.port, config, timeoutMs: 20_000 }))
    expect(answer).toMatchObject({ grpcStatusCode: 0 })
    expect(JSON.parse(answer?.responseMessage ?? '')).toHaveLength(1000)
    expect(log).toMatchObject([{ msg: 'The stream was cut after 1000 messages.' }])
  })

  it.each([
    ['an unknown service', { method: 'shop.Carts/Get' }, /no service shop\.Carts; it has .*shop\.Orders/],
    ['an unknown method', { method: 'shop.Orders/Delete' }, /no method Delete; it has shop\.Orders\/List/],
    ['a stream of requests', { method: 'shop.Orders/Import' }, /takes a stream of requests/],
    ['no method', { method: null }, /names no method/],
    ['a message that does not fit', { message: '{"limit": "many"}' }, /message cannot be sent: .*limit/],
    ['a field that does not exist', { message: '{"size": 1}' }, /message cannot be sent: .*size/],
    ['metadata of the protocol', { metadata: [{ key: 'grpc-timeout', value: '1m' }] }, /keeps for itself/],
    ['metadata that is no ASCII', { metadata: [{ key: 'x-name', value: 'é' }] }, /printable ASCII/],
    ['FlatBuffers and no schema', { encoding: 'FLATBUFFERS' }, /has no binary schema/],
    ['no proto file', { serviceDefinition: 'PROTO_FILE' }, /has no proto file/],
  ] as const)('with %s fails with a message that says so', async (_, changes, message) => {
    const server = await grpcServer()
    const { answer, failure } = await run(grpcTask({ port: server.port, config: { ...list, ...changes } }))
    expect(answer).toBeNull()
    expect(failure?.message).toMatch(message)
    expect(server.calls).toEqual([])
  })
})
