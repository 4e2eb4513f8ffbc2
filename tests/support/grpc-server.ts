import { readFileSync } from 'node:fs'
import { createServer, createSecureServer } from 'node:http2'
import type { Http2Server, ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js'
import type {
  ServiceDefinition,
  UntypedHandleCall,
  handleClientStreamingCall,
  handleServerStreamingCall,
  handleUnaryCall,
} from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { ReflectionService } from '@grpc/reflection'
import { HealthImplementation } from 'grpc-health-check'
import { onTestFinished } from 'vitest'
import { certificates } from './certificates/read-certificates.ts'
import { late } from './late.ts'

const protoPath = fileURLToPath(new URL('./grpc/shop.proto', import.meta.url))
export const shopProto = readFileSync(protoPath, 'utf8')

export interface GrpcServerOptions {
  /** Versions of reflection that it offers; default: both. */
  readonly reflection?: 'both' | 'v1alpha' | 'none'
  readonly tls?: { readonly cert: string; readonly key: string; readonly clientAuthority?: string }
  readonly compression?: boolean
}

export interface GrpcServer {
  readonly port: number
  /** The paths of the calls of orders that arrived, with their metadata. */
  readonly calls: readonly { readonly method: string; readonly metadata: Readonly<Record<string, unknown>> }[]
  readonly health: HealthImplementation
  /** Milliseconds until the server answers calls of `List`. */
  delayMs: number
  readonly stop: () => void
}

/** A real gRPC server with the service `shop.Orders` and the health service. The caller stops it. */
export async function startGrpcServer(options: GrpcServerOptions = {}): Promise<GrpcServer> {
  const definition = loadSync(protoPath, { keepCase: true, longs: String })
  const compressed = options.compression ? { 'grpc.default_compression_algorithm': 2 } : {}
  const server = new Server(compressed)
  const calls: { method: string; metadata: Record<string, unknown> }[] = []
  const health = new HealthImplementation({ '': 'SERVING', shop: 'SERVING', broken: 'NOT_SERVING' })
  const running = { port: 0, calls, health, delayMs: 0, stop: () => server.forceShutdown() }
  server.addService(asService(definition['shop.Orders']), ordersOf(running, calls))
  health.addToServer(server)
  addReflection(server, definition, options.reflection ?? 'both')
  running.port = await bind(server, options)
  return running
}

/** Ends with the test. */
export async function grpcServer(options: GrpcServerOptions = {}): Promise<GrpcServer> {
  const server = await startGrpcServer(options)
  onTestFinished(() => server.stop())
  return server
}

function bind(server: Server, { tls }: GrpcServerOptions): Promise<number> {
  const pair = tls && [{ cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) }]
  const authority = tls?.clientAuthority === undefined ? null : Buffer.from(tls.clientAuthority)
  const credentials = pair
    ? ServerCredentials.createSsl(authority, pair, authority !== null)
    : ServerCredentials.createInsecure()
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, port) => (error ? reject(error) : resolve(port)))
  })
}

function addReflection(server: Server, definition: ReturnType<typeof loadSync>, versions: string): void {
  if (versions === 'none') return
  const reflection = new ReflectionService(definition)
  if (versions === 'both') return reflection.addToServer(server)
  reflection.addToServer({
    addService: (service, handlers) => {
      if (Object.values(service).every(({ path }) => path.includes('v1alpha'))) server.addService(service, handlers)
    },
  })
}

/** The definition that the file holds. */
const asService = (value: unknown): ServiceDefinition => value as ServiceDefinition

const order = (id: number) => ({
  id: String(id),
  name: `Order ${id}`,
  state: 'SHIPPED',
  created_at: { seconds: '1700000000', nanos: 0 },
  amounts: { EUR: id },
  card: `card ${id}`,
  lines: [{ article: 'cup' }],
  codes: [1, 2, 3],
})

interface ListRequest {
  readonly limit: number
  readonly customer: string
}

function ordersOf(
  running: { readonly delayMs: number },
  calls: { method: string; metadata: Record<string, unknown> }[],
): Record<string, UntypedHandleCall> {
  const list: handleUnaryCall<ListRequest, object> = (call, callback) => {
    calls.push({ method: 'List', metadata: call.metadata.getMap() })
    const { customer, limit } = call.request
    const trailers = new Metadata()
    trailers.set('x-region', 'eu')
    if (customer === 'nobody')
      return callback({ code: status.NOT_FOUND, details: 'No orders of “nobody”', metadata: trailers })
    const headers = new Metadata()
    headers.set('x-served-by', 'unit-1')
    headers.set('x-echo', String(call.metadata.get('x-echo')[0] ?? ''))
    call.sendMetadata(headers)
    const orders = Array.from({ length: limit || 2 }, (_, index) => order(index + 1))
    late(running.delayMs, () => callback(null, { orders, total: orders.length }, trailers))
  }
  const watch: handleServerStreamingCall<ListRequest, object> = (call) => {
    calls.push({ method: 'Watch', metadata: call.metadata.getMap() })
    const { limit, customer } = call.request
    for (let id = 1; id <= (limit || 3); id += 1) call.write(order(id))
    if (customer !== 'endless') call.end()
  }
  const take: handleClientStreamingCall<object, object> = (_call, callback) => callback(null, {})
  return { List: list, Watch: watch, Import: take }
}

/** An HTTP/2 server with a custom handler for each call; ends with the test. */
export async function http2Server(
  onStream: (stream: ServerHttp2Stream) => void,
  { isSecure = false } = {},
): Promise<{ readonly port: number; readonly server: Http2Server }> {
  const server = isSecure ? createSecureServer({ ...certificates.server }) : createServer()
  server.on('stream', (stream) => {
    stream.on('error', () => {})
    onStream(stream)
  })
  server.on('sessionError', () => {})
  const sessions = new Set<{ destroy: () => void }>()
  server.on('session', (session) => sessions.add(session))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => {
    for (const session of sessions) session.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, server }
}
