import { hashToken, randomToken } from '#kernel'
import type { Store } from '#storage/database'

const tokenBytes = 32

/** The user and the key that ask for a link, which ends with them. */
export interface Requester {
  /** The user of the session or key; null for service keys. */
  readonly userId: string | null
  /** Null for sessions. */
  readonly keyId: string | null
}

/** A token for a link, and what is stored of it: itself, encrypted, only until it was mailed. */
export function newToken({ encryption }: Store, sendMail: boolean) {
  const token = randomToken(tokenBytes)
  return { token, tokenHash: hashToken(token), encryptedToken: sendMail ? encryption.encrypt(token) : null }
}
