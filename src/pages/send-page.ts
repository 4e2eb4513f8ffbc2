import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { writePage } from './page.ts'
import type { Page, WrittenPage } from './page.ts'

/** How long responses may be cached: public pages for a moment, private ones and responses to forms not at all. */
export type Keeping = 'public' | 'private'

const publicForAMoment = 'public, max-age=15'
const worthCompressing = 2048

export function setKeeping(reply: FastifyReply, keeping: Keeping): FastifyReply {
  return reply.header('cache-control', keeping === 'public' ? publicForAMoment : 'no-store')
}

/** Whether a response is the same for every visitor, and may be cached for a moment. */
export const isPublicAnswer = (reply: FastifyReply): boolean =>
  reply.statusCode === 200 && reply.getHeader('cache-control') === publicForAMoment

/** Headers of responses that are not pages, harmless when displayed as one. */
export const setClosedPolicy = (reply: FastifyReply): FastifyReply =>
  reply
    .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')

const prefixes = new WeakMap<FastifyRequest, string>()

/** Says below which path the reader sees the service, without a trailing slash. */
export const setPrefix = (request: FastifyRequest, prefix: string): unknown => prefixes.set(request, prefix)

/** Writes a page and sends it with its own content security policy. */
export const sendPage = (reply: FastifyReply, page: Page, keeping: Keeping): FastifyReply =>
  sendWritten(reply, writePage(page, prefixes.get(reply.request)), keeping)

export function sendWritten(reply: FastifyReply, { text, policy }: WrittenPage, keeping: Keeping): FastifyReply {
  setClosedPolicy(reply).header('content-security-policy', policy)
  return sendText(setKeeping(reply, keeping).type('text/html; charset=utf-8'), text)
}

/** RFC 9110 section 12.5.3. */
export const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:[.]0*)?\s*(?:,|$))/.test(headers['accept-encoding'] ?? '')

/** Compressed for clients that accept it: bars and tables shrink to a twentieth. */
export function sendText(reply: FastifyReply, text: string): FastifyReply {
  if (!reply.hasHeader('vary')) void reply.header('vary', 'accept-encoding')
  if (!takesGzip(reply.request) || text.length < worthCompressing) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(gzipSync(text, { level: 1 }))
}
