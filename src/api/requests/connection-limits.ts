import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { minuteMs } from '#kernel'

/** How long a client may take. All in milliseconds. */
export interface ConnectionLimits {
  /** From the first byte of a request, or from the connection on, to the last byte of its headers; likewise its body. */
  readonly requestMs: number
  /** Between an answer and the first byte of the next request. */
  readonly idleMs: number
  /** Without progress on a response. Longer than any request waits for its response. */
  readonly standstillMs: number
  /** How often connections are checked, and so how much later than its limit one may be closed. */
  readonly checkEveryMs: number
}

export const connectionLimits: ConnectionLimits = {
  requestMs: minuteMs,
  idleMs: 72_000,
  standstillMs: 120_000,
  checkEveryMs: 1_000,
}

type Server = FastifyInstance['server']
type Request = FastifyRequest['raw']
type Socket = Request['socket']

interface TimeoutOptions {
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  readonly connectionTimeout: number
  readonly http: { readonly headersTimeout: number; readonly connectionsCheckingInterval: number }
}

/** The limits as server options. By default Node checks connections every 30 seconds. */
export const timeoutOptions = (limits: ConnectionLimits): TimeoutOptions => ({
  requestTimeout: limits.requestMs,
  keepAliveTimeout: limits.idleMs,
  connectionTimeout: limits.standstillMs,
  http: { headersTimeout: limits.requestMs, connectionsCheckingInterval: limits.checkEveryMs },
})

/**
 * Closes connections on which a request ended and no other arrived within the keep-alive and header timeouts together.
 * Node does so as well, but counts empty lines as activity and not as the start of a request. What is returned closes all
 * connections without a request, now and until the server is closed: Node waits for those that never sent one.
 */
export function closeIdleConnections(server: Server, limits: ConnectionLimits): () => void {
  const openRequests = new WeakMap<Socket, number>()
  // In the order in which they became idle.
  const idleSince = new Map<Socket, number>()
  const count = (socket: Socket, change: 1 | -1): void => {
    const open = (openRequests.get(socket) ?? 0) + change
    openRequests.set(socket, open)
    idleSince.delete(socket)
    if (open === 0 && !socket.destroyed) idleSince.set(socket, performance.now())
  }
  server.on('connection', (socket: Socket) => {
    idleSince.set(socket, performance.now())
    socket.once('close', () => idleSince.delete(socket))
  })
  // A connection of another protocol has other limits.
  server.on('upgrade', ({ socket }: Request) => idleSince.delete(socket))
  server.on('request', ({ socket }: Request, response: FastifyReply['raw']) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
  })
  const closeIdleFor = (ms: number): void => {
    const limit = performance.now() - ms
    for (const [socket, since] of idleSince) {
      if (since > limit) return
      idleSince.delete(socket)
      socket.destroy()
    }
  }
  let allowedMs = limits.idleMs + limits.requestMs
  const timer = setInterval(() => closeIdleFor(allowedMs), limits.checkEveryMs).unref()
  server.once('close', () => clearInterval(timer))
  return () => {
    allowedMs = 0
    closeIdleFor(0)
  }
}
