import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface TestProxy {
  readonly port: number
  /** The request lines that arrived with the right credentials, or without any when none are required. */
  readonly seen: readonly string[]
  /** Requests that were rejected for their credentials. */
  readonly rejected: () => number
}

/**
 * An HTTP proxy on this machine that ends with the test. It resolves names by `names` alone, and requires `credentials`
 * (user:password) when there are any.
 */
export async function anHttpProxy({
  credentials,
  names = {},
}: { readonly credentials?: string; readonly names?: Readonly<Record<string, string>> } = {}): Promise<TestProxy> {
  const seen: string[] = []
  let rejected = 0
  const expected = credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`
  const isKnown = (authorization: string | undefined): boolean => {
    if (authorization === expected) return true
    rejected += 1
    return false
  }
  const addressOf = (host: string): string => names[host] ?? host
  const server = createServer((incoming, response) => {
    if (!isKnown(incoming.headers['proxy-authorization'])) return void response.writeHead(407).end()
    seen.push(`${incoming.method} ${incoming.url}`)
    const url = new URL(incoming.url ?? '')
    const { 'proxy-authorization': _hidden, ...headers } = incoming.headers
    const options = { host: addressOf(url.hostname), port: url.port || 80, path: url.pathname, headers, agent: false }
    const sent = request({ ...options, method: incoming.method }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    sent.on('error', () => response.writeHead(502).end())
    incoming.pipe(sent)
  })
  server.on('connect', (incoming, socket, head: Buffer) => {
    socket.on('error', () => {})
    if (!isKnown(incoming.headers['proxy-authorization']))
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    seen.push(`CONNECT ${incoming.url}`)
    const { hostname, port } = new URL(`http://${incoming.url}`)
    const outside = connect({ host: addressOf(hostname), port: Number(port || 80) })
    outside.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
    outside.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      outside.write(head)
      outside.pipe(socket).pipe(outside)
    })
    socket.once('close', () => outside.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { port: (server.address() as AddressInfo).port, seen, rejected: () => rejected }
}
