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
export const alertLinkToken = (encryption: Encryption, notification: LinkedNotification): string =>
  tokenOf(encryption, notification, 'alert')

/** The same for the message of a drill, whose links do nothing. */
export const drillLinkToken = (encryption: Encryption, drill: LinkedNotification): string =>
  tokenOf(encryption, drill, 'drill')

function tokenOf(encryption: Encryption, { accountId, id }: LinkedNotification, purpose: Purpose): string {
  const payload = Buffer.from(`${accountId}${id}`.replaceAll('-', ''), 'hex').toString('base64url')
  return payload + signatureOf(encryption, payload, purpose)
}

type Purpose = 'alert' | 'drill'

/** The notification of a token created by this installation; null for any other string. */
export function notificationOfToken(encryption: Encryption, token: string): LinkedNotification | null {
  if (!isSigned(encryption, token, 'alert')) return null
  const payload = token.slice(0, payloadLength)
  const match = idPair.exec(Buffer.from(payload, 'base64url').toString('hex'))
  return match && { accountId: match.slice(1, 6).join('-'), id: match.slice(6, 11).join('-') }
}

/** Whether a token was created by this installation for the message of a drill. */
export const isDrillLink = ({ encryption }: { readonly encryption: Encryption }, token: string): boolean =>
  isSigned(encryption, token, 'drill')

function isSigned(encryption: Encryption, token: string, purpose: Purpose): boolean {
  if (!tokenPattern.test(token)) return false
  const signature = signatureOf(encryption, token.slice(0, payloadLength), purpose)
  // Comparing hashes reveals nothing about the signature by timing.
  return hashToken(signature).equals(hashToken(token.slice(payloadLength)))
}

const signatureOf = (encryption: Encryption, payload: string, purpose: Purpose): string =>
  encryption.sign(`${purpose} actions ${payload}`)
