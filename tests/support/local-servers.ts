import { createSocket } from 'node:dgram'
import type { RemoteInfo, Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { TlsOptions } from 'node:tls'
import { encode } from 'dns-packet'
import type { Answer, DecodedPacket, Packet } from 'dns-packet'
import { onTestFinished } from 'vitest'

/** A listening server that ends with the test; `openSockets` shrinks as clients leave. */
export interface LocalServer {
  readonly port: number
  readonly connections: () => number
  /** Resolves when no client is connected any more. */
  readonly allClosed: () => Promise<void>
}

async function serve(server: Server, host: string, port = 0): Promise<LocalServer> {
  const open = new Set<Socket>()
  let count = 0
  let check: () => void = () => {}
  server.on('connection', (socket: Socket) => {
    count += 1
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      open.delete(socket)
      check()
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const allClosed = (): Promise<void> =>
    new Promise((resolve) => {
      check = () => {
        if (open.size === 0) resolve()
      }
      check()
    })
  return { port: (server.address() as AddressInfo).port, connections: () => count, allClosed }
}

/** Reads whatever comes, so that it notices when a client leaves. */
export function tcpServer(onSocket: (socket: Socket) => void, host = '127.0.0.1', port = 0): Promise<LocalServer> {
  const server = createServer((socket) => {
    onSocket(socket)
    socket.resume()
  })
  return serve(server, host, port)
}

export const httpServer = (answer: RequestListener, host = '127.0.0.1'): Promise<LocalServer> =>
  serve(createHttpServer(answer), host)

export const httpsServer = (options: TlsOptions, answer: RequestListener, host = '127.0.0.1'): Promise<LocalServer> =>
  serve(createHttpsServer(options, answer), host)

type OnMessage = (message: Buffer, from: RemoteInfo, socket: UdpSocket) => void

/** A UDP socket that ends with the test. */
export async function udpServer(onMessage: OnMessage, port = 0): Promise<{ readonly port: number }> {
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => onMessage(message, from, socket))
  onTestFinished(() => void socket.close())
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port }
}

/** A TCP server and a UDP socket on one port, which no other process has for either. */
export async function tcpAndUdpServer(onSocket: (socket: Socket) => void, onMessage: OnMessage): Promise<LocalServer> {
  for (;;) {
    const server = await tcpServer(onSocket)
    const isFree = await udpServer(onMessage, server.port).then(
      () => true,
      () => false,
    )
    if (isFree) return server
  }
}

/** The response to a query, with the flags of a recursive resolver. */
export const dnsResponse = (
  query: Pick<DecodedPacket, 'id' | 'questions'>,
  answers: readonly Answer[],
  changes: Partial<Packet> = {},
): Buffer =>
  encode({
    type: 'response',
    id: query.id ?? 0,
    flags: 0x0180,
    questions: query.questions ?? [],
    answers: [...answers],
    ...changes,
  })
