import type { Clock } from '#kernel'
import { decodeText } from '#kernel'
import { redactText } from '#redaction'
import type { PingBody } from '#runs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { discardBody } from '../requests/unread-body.ts'

/** How much of the body of a ping is kept. */
export const pingBodyBytes = 10_000
/** The size up to which a body is read. Beyond it the request counts and the connection is closed. */
const readBytes = 1024 * 1024
/** How long a ping waits for its body; after that it counts with what has arrived. */
const bodyWaitMs = 5_000

interface ArrivingBody {
  readonly parts: Buffer[]
  readonly contentType: string
  /** Resolves with the body, when its beginning is there, or when no more comes. */
  readonly arrived: Promise<void>
}

const bodies = new WeakMap<FastifyRequest, ArrivingBody>()

/** Accepts any body and content type, and collects the beginning of the body for `pingBodyOf`. */
export function collectBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-type': contentType = '', 'content-encoding': encoding = 'identity' } = request.raw.headers
    // A parser for every type is asked only for types that are valid.
    delete request.raw.headers['content-type']
    discardBody(request.raw, reply.raw, readBytes)
    if (encoding === 'identity' && request.raw.listenerCount('data') > 0)
      bodies.set(request, arriving(request.raw, contentType))
    done(null, payload)
  })
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

function arriving(message: FastifyRequest['raw'], contentType: string): ArrivingBody {
  const parts: Buffer[] = []
  let bytes = 0
  const arrived = new Promise<void>((resolve) => {
    const collect = (part: Buffer): void => {
      parts.push(part)
      bytes += part.length
      if (bytes <= pingBodyBytes) return
      message.off('data', collect)
      resolve()
    }
    message.on('data', collect)
    for (const event of ['end', 'close', 'error', 'aborted']) message.once(event, resolve)
  })
  return { parts, contentType, arrived }
}

/**
 * The body of a ping as text without credentials; null without one. It does not matter whether all of it arrives: a client
 * that hangs up has pinged too.
 */
export async function pingBodyOf(request: FastifyRequest, clock: Clock): Promise<PingBody | null> {
  const body = bodies.get(request)
  if (body === undefined) return null
  const waiting = new AbortController()
  await Promise.race([body.arrived, clock.sleep(bodyWaitMs, waiting.signal)])
  waiting.abort()
  const received = Buffer.concat(body.parts)
  if (received.length === 0) return null
  const text = redactText(decodeText(received.subarray(0, pingBodyBytes), body.contentType))
  return { text, bytes: Math.max(received.length, announcedBytes(request)) }
}

/** Senders may announce any number. */
const announcedBytes = ({ headers }: FastifyRequest): number =>
  Math.min(Number(headers['content-length'] ?? 0) || 0, Number.MAX_SAFE_INTEGER)
