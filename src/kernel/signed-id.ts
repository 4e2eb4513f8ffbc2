import { timingSafeEqual } from 'node:crypto'
import type { Encryption } from './encryption.ts'

const idBytes = 16
const tokenPattern = /^[\w-]{65}$/
const idLength = 22

/** A token for a link about one thing, derived from its id (a UUID) and what the link is for. */
export const signedId = (encryption: Encryption, purpose: string, id: string): string =>
  Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') + encryption.sign(`${purpose} ${id}`)

/** The id that a token of `signedId` was made for, or null. */
export function idOfToken(encryption: Encryption, purpose: string, token: string): string | null {
  if (!tokenPattern.test(token)) return null
  const bytes = Buffer.from(token.slice(0, idLength), 'base64url')
  if (bytes.length !== idBytes) return null
  const id = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const signature = encryption.sign(`${purpose} ${id}`)
  return timingSafeEqual(Buffer.from(signature), Buffer.from(token.slice(idLength))) ? id : null
}
