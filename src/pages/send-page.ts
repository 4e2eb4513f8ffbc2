import { gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { writePage } from './page.ts'
import type { Page, WrittenPage } from './page.ts'

/** How long anybody may keep an answer: public pages for a moment, private ones and answers to forms not at all. */
export type Keeping = 'public' | 'private'

const publicSeconds = 15
const worthCompressing = 2048

export function setKeeping(reply: FastifyReply, keeping: Keeping): FastifyReply {
  const cacheControl = keeping === 'public' ? `public, max-age=${publicSeconds}` : 'no-store'
  return reply.header('cache-control', cacheControl)
}

/** Headers of what is no page, and can do nothing if it is taken for one. */
export const setClosedPolicy = (reply: FastifyReply): FastifyReply =>
  reply
    .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')

/** Writes a page and sends it with its own content security policy. */
export const sendPage = (reply: FastifyReply, page: Page, keeping: Keeping): FastifyReply =>
  sendWritten(reply, writePage(page), keeping)

export function sendWritten(reply: FastifyReply, { text, policy }: WrittenPage, keeping: Keeping): FastifyReply {
  setClosedPolicy(reply).header('content-security-policy', policy)
  return sendText(setKeeping(reply, keeping).type('text/html; charset=utf-8'), text)
}

/** Compressed for those who take it: bars and tables come down to a twentieth. */
export function sendText(reply: FastifyReply, text: string): FastifyReply {
  if (!reply.hasHeader('vary')) void reply.header('vary', 'accept-encoding')
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:[.]0*)?\s*(?:,|$))/.test(reply.request.headers['accept-encoding'] ?? '')
  if (!takesGzip || text.length < worthCompressing) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(gzipSync(text, { level: 1 }))
}
