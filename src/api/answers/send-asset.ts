import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import { Fault } from '#kernel'
import type { DownloadedAsset } from '#reporting'
import { isUnchanged } from './entity-tags.ts'

/** Content made by a target or a script must never run or be displayed on our origin. */
const safeHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Types that a browser executes or renders as a document are offered as bytes; asset lists have the real type. */
const activeType = /html|xml|svg|script|ecmascript|css|wasm|pdf|flash|java|multipart|message\//
const servedType = (contentType: string): string =>
  activeType.test(contentType) ? 'application/octet-stream' : contentType

/** How a file is sent: its type, and what browsers may do with it. */
export interface Presentation {
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
}

type Named = { readonly name: string; readonly contentType: string }

/** As an attachment that nothing displays. */
export const asDownload = ({ name, contentType }: Named): Presentation => ({
  contentType: servedType(contentType),
  headers: { ...safeHeaders, 'content-disposition': contentDisposition(name) },
})

type Range = { readonly start: number; readonly end: number }

/**
 * Answers with a file as RFC 9110 says: conditional requests where the content has a hash, one range (206), a range
 * outside of the file (416).
 */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: DownloadedAsset,
  { contentType, headers }: Presentation,
): Promise<FastifyReply> {
  const { sizeBytes, sha256 } = asset
  const etag = sha256 === null ? null : `"${sha256}"`
  void reply
    .headers(headers)
    .headers(etag === null ? { 'cache-control': 'private, no-store' } : { 'cache-control': 'private, no-cache', etag })
    .header('accept-ranges', 'bytes')
  if (etag !== null && isUnchanged(request, etag)) return reply.code(304).send()
  const range = rangeOf(request, sizeBytes, etag)
  if (range === 'none') {
    void reply.header('content-range', `bytes */${sizeBytes}`)
    throw new Fault('RANGE_NOT_SATISFIABLE', { values: { size: sizeBytes } })
  }
  // Opened before the status is sent, so that a missing file is an error reply.
  const bytes = request.method === 'HEAD' ? null : await asset.open(range ?? undefined)
  void reply.type(contentType).headers(range === null ? whole(sizeBytes) : part(range, sizeBytes))
  return reply.code(range === null ? 200 : 206).send(bytes)
}

const whole = (size: number) => ({ 'content-length': size })
const part = ({ start, end }: Range, size: number) => ({
  'content-length': end - start + 1,
  'content-range': `bytes ${start}-${end}/${size}`,
})

/** Null: the whole file. Several ranges at once are answered with the whole file, as RFC 9110 permits. */
function rangeOf(request: FastifyRequest, size: number, etag: string | null): Range | 'none' | null {
  const { range: text, 'if-range': condition } = request.headers
  if (text === undefined || (condition !== undefined && condition !== etag)) return null
  const ranges = parseRange(size, text)
  if (ranges === -1) return 'none'
  if (ranges === -2 || ranges.type !== 'bytes') return null
  const [range, ...others] = ranges
  return range === undefined || others.length > 0 ? null : range
}
