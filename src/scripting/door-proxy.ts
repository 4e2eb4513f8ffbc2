import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Door } from './door.ts'
import { joinSockets } from './join-sockets.ts'

const defaultPort = 80
/** Headers between a client and its proxy, and those this proxy writes itself. */
const notForwarded = /^(proxy-.*|connection|keep-alive|transfer-encoding)$/i

/**
 * An HTTP proxy for programs that know no other: CONNECT for everything, absolute URLs for plain HTTP, WebSockets in both.
 * Only a CONNECT is answered with the reason of a failure, because nobody takes that for an answer of the target. It listens
 * nowhere itself.
 */
export function serveProxy(door: Door): Server {
  const server = createServer((request) => void forward(door, request))
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void tunnel(door, request, { socket, head })
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void upgrade(door, request, { socket, head })
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  return server
}

interface Client {
  readonly socket: Duplex
  readonly head: Buffer
}

async function tunnel(door: Door, request: IncomingMessage, { socket, head }: Client): Promise<void> {
  socket.on('error', () => {})
  const target = URL.parse(`http://${request.url ?? ''}`)
  if (target === null) return refuse(socket, 400, 'This proxy needs CONNECT with host and port.')
  const outside = await reach(door, target, (reason) => refuse(socket, 502, reason))
  if (outside === null) return
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
  outside.write(head)
  joinSockets(socket, outside)
}

async function upgrade(door: Door, request: IncomingMessage, { socket, head }: Client): Promise<void> {
  socket.on('error', () => {})
  const target = absoluteTarget(request)
  if (target === null) return refuse(socket, 400, needsUrl)
  const outside = await reach(door, target, () => socket.destroy())
  if (outside === null) return
  outside.write(headOf(request, target, ['Connection: Upgrade']))
  outside.write(head)
  joinSockets(socket, outside)
}

/** One request over a separate connection, whose answer is passed on unchanged. */
async function forward(door: Door, request: IncomingMessage): Promise<void> {
  const { socket } = request
  const target = absoluteTarget(request)
  if (target === null) return refuse(socket, 400, needsUrl)
  const outside = await reach(door, target, () => socket.destroy())
  if (outside === null) return
  const isChunked = request.headers['transfer-encoding'] !== undefined
  outside.write(headOf(request, target, ['Connection: close', ...(isChunked ? ['Transfer-Encoding: chunked'] : [])]))
  socket.once('close', () => outside.destroy())
  outside.pipe(socket)
  try {
    for await (const part of request) await passOn(part, outside, isChunked)
    if (isChunked) outside.write('0\r\n\r\n')
  } catch {
    // The client went away before the end of its request.
    outside.destroy()
  }
}

async function passOn(part: unknown, outside: Socket, isChunked: boolean): Promise<void> {
  if (!Buffer.isBuffer(part) || outside.destroyed) return
  const framed = isChunked ? Buffer.concat([chunkSize(part), part, lineEnd]) : part
  if (!outside.write(framed)) await drained(outside)
}

const lineEnd = Buffer.from('\r\n')
const chunkSize = (part: Buffer): Buffer => Buffer.from(`${part.length.toString(16)}\r\n`)

const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['drain', 'close']) socket.once(event, () => resolve())
  })

const needsUrl = 'This proxy needs CONNECT with host and port, or an absolute http URL.'

/** Connects to where a URL points. */
async function reach(door: Door, target: URL, fail: (reason: string) => void): Promise<Socket | null> {
  const found = await door.connect(target.hostname.replace(/^\[(.*)\]$/, '$1'), Number(target.port || defaultPort))
  if (!found.failure) return found.socket
  fail(found.failure.message)
  return null
}

function headOf(request: IncomingMessage, target: URL, added: readonly string[]): string {
  const { rawHeaders } = request
  const kept = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !notForwarded.test(name) ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : [],
  )
  const start = `${request.method} ${target.pathname}${target.search} HTTP/1.1`
  return `${[start, ...kept, ...added].join('\r\n')}\r\n\r\n`
}

function absoluteTarget(request: IncomingMessage): URL | null {
  const target = URL.parse(request.url ?? '')
  return target?.protocol === 'http:' || target?.protocol === 'ws:' ? target : null
}

function refuse(client: Duplex, status: number, message: string): void {
  const lines = [
    `HTTP/1.1 ${status} Refused`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(message) + 1}`,
    'X-Belfry-Door: refused',
    'Connection: close',
  ]
  client.end(`${lines.join('\r\n')}\r\n\r\n${message}\n`)
}
