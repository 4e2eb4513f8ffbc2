import { createHash, hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * A weak tag: the same for the same text, whatever a proxy does to its encoding (RFC 9110 section 8.8.3). A version of what
 * can be changed in it is a second part: `W/"<text>.<version>"`.
 */
export const weakTagOf = (text: string | Buffer, version?: string): string =>
  weakTag(hash('sha1', text, 'base64url') + (version === undefined ? '' : `.${version}`))

/** The tag of a text in chunks. */
export function weakTagOfChunks(chunks: readonly Buffer[]): string {
  const sum = createHash('sha1')
  for (const chunk of chunks) sum.update(chunk)
  return weakTag(sum.digest('base64url'))
}

const weakTag = (sum: string): string => `W/"${sum}"`

export const opaqueOf = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Whether the client says that it has this already (If-None-Match, RFC 9110 section 13.1.2: by weak comparison). */
export function isUnchanged({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  return known.trim() === '*' || known.split(',').some((tag) => opaqueOf(tag) === opaqueOf(etag))
}
