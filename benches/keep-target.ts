import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomId } from '#kernel'

/** A small answer has two headers besides those of HTTP and 100 bytes, an ordinary one 16 and 400 bytes. */
export type AnswerSize = 'small' | 'ordinary'

/** A JSON API whose answers differ from one another: in their date, an id, a duration, a time and a count. */
export async function startKeepTarget(size: AnswerSize): Promise<{ readonly port: number; stop(): Promise<void> }> {
  let served = 0
  const server = createServer((_, response) => {
    served += 1
    const changing = { 'x-request-id': randomId() }
    response.writeHead(200, size === 'small' ? { ...smallHeaders, ...changing } : { ...headers, ...changing })
    response.end(
      JSON.stringify({ ...(size === 'small' ? smallBody : body), checkedAt: new Date().toISOString(), served }),
    )
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => void server.once('listening', resolve))
  return {
    port: portOf(server.address()),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

const portOf = (address: AddressInfo | string | null): number =>
  address !== null && typeof address === 'object' ? address.port : 0

const smallHeaders = { 'content-type': 'application/json', connection: 'close' }
const smallBody = { status: 'ok', version: '4.2.0' }

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'max-age=0, private, must-revalidate',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'access-control-allow-origin': '*',
  vary: 'Accept-Encoding, Origin',
  via: '1.1 edge',
  server: 'nginx',
  connection: 'close',
}

const body = {
  status: 'ok',
  version: '4.2.0',
  region: 'eu-west-1',
  services: { database: 'up', cache: 'up', search: 'up', mail: 'up' },
  queue: { waiting: 0, workers: 8 },
  features: ['checkout', 'invoices', 'exports', 'webhooks'],
  links: { self: '/status', docs: '/docs/status', history: '/status/history' },
}
