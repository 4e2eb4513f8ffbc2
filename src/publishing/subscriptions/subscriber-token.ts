import { timingSafeEqual } from 'node:crypto'
import type { Encryption } from '#kernel'

const idBytes = 16
const tokenPattern = /^[\w-]{65}$/
const idLength = 22

/**
 * Ends the subscription of one subscriber and nothing else. It is derived from the id, because every mail contains it.
 */
export const unsubscribeToken = (encryption: Encryption, subscriberId: string): string =>
  Buffer.from(subscriberId.replaceAll('-', ''), 'hex').toString('base64url') + signatureOf(encryption, subscriberId)

/** The subscriber a token was made for, or null. */
export function subscriberOfToken(encryption: Encryption, token: string): string | null {
  if (!tokenPattern.test(token)) return null
  const bytes = Buffer.from(token.slice(0, idLength), 'base64url')
  if (bytes.length !== idBytes) return null
  const id = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return timingSafeEqual(Buffer.from(signatureOf(encryption, id)), Buffer.from(token.slice(idLength))) ? id : null
}

const signatureOf = (encryption: Encryption, subscriberId: string): string =>
  encryption.sign(`unsubscribe ${subscriberId}`)
