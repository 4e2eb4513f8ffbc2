import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

const methodAndPath = /^\s*(?:GET|HEAD|POST)[ \t]+(?:https?:\/\/[^/\s]+)?(\/[^\s\\#]{1,4096})(?:\s|$)/i
const userAgent = /^user-agent:[ \t]*([!-~][ -~]*)/im
const maxBytes = 8192
/** Pings, and the URLs of triggers. */
const counting =
  /^\/(?:(?:heartbeats\/)?ping\/[\da-f-]{36}(?:\/(?:start|fail|log|\d{1,3}))?\/?|(?:checks|check-groups)\/[\w-]{1,36}\/trigger\/[\w-]{1,200})(?:\?|$)/i

/**
 * Makes a ping or the call of a trigger count although the parser rejects how it was sent (lines without a carriage return,
 * two lengths): anyone who sends it does not repeat it, and its path says all that matters. The answer stays 400.
 */
export function rescueCalls(app: FastifyInstance): void {
  const understood = new WeakSet<Duplex>()
  app.server.on('request', ({ socket }) => understood.add(socket))
  app.server.prependListener('clientError', (error, socket) => {
    const packet = understood.has(socket) ? '' : packetOf(error)
    const url = methodAndPath.exec(packet)?.[1] ?? ''
    const headers = { 'user-agent': userAgent.exec(packet)?.[1] }
    if (counting.test(url)) app.inject({ method: 'GET', url, headers, ...addressOf(socket) }, () => {})
  })
}

/** The bytes that had arrived when the parser failed, if Node passes them on. */
const packetOf = (error: Error): string =>
  'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, maxBytes) : ''

const addressOf = (socket: Duplex) =>
  'remoteAddress' in socket && typeof socket.remoteAddress === 'string' ? { remoteAddress: socket.remoteAddress } : {}
