import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressedFromLength = 1_400

/** An answer in JSON, compressed when it is worth it and the client accepts it (RFC 9110 section 12.5.3). */
export async function compressedAnswer(
  message: object,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | Buffer> {
  const text = JSON.stringify(message)
  void reply.type('application/json; charset=utf-8').header('cache-control', 'no-store')
  const accepts = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (!accepts || text.length < compressedFromLength) return text
  void reply.header('content-encoding', 'gzip')
  return new Promise((resolve, reject) =>
    gzip(text, (error, bytes) => (error === null ? resolve(bytes) : reject(error))),
  )
}
