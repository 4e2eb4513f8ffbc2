import { hashToken } from '#kernel'
import type { Encryption } from '#kernel'

const idPair =
  /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/
const tokenPattern = /^[\w-]{86}$/
const payloadLength = 43

/** The notification a link was sent with. */
export interface LinkedNotification {
  readonly accountId: string
  readonly id: string
}

/** Derived from the notification, so that every delivery of it has the same link and none has to be stored. */
export function alertLinkToken(encryption: Encryption, { accountId, id }: LinkedNotification): string {
  const payload = Buffer.from(`${accountId}${id}`.replaceAll('-', ''), 'hex').toString('base64url')
  return payload + signatureOf(encryption, payload)
}

/** The notification of a token created by this installation; null for any other string. */
export function notificationOfToken(encryption: Encryption, token: string): LinkedNotification | null {
  if (!tokenPattern.test(token)) return null
  const payload = token.slice(0, payloadLength)
  // Comparing hashes reveals nothing about the signature by timing.
  if (!hashToken(signatureOf(encryption, payload)).equals(hashToken(token.slice(payloadLength)))) return null
  const match = idPair.exec(Buffer.from(payload, 'base64url').toString('hex'))
  return match && { accountId: match.slice(1, 6).join('-'), id: match.slice(6, 11).join('-') }
}

const signatureOf = (encryption: Encryption, payload: string): string => encryption.sign(`alert actions ${payload}`)
