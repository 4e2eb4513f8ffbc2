import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets at rest in the database. `decrypt` throws when the string was encrypted with another key or
 * modified.
 */
export interface Encryption {
  encrypt(text: string): string
  decrypt(encrypted: string): string
  /**
   * HMAC-SHA-256 of a string in base64url, proof that this installation issued it. Begin strings with their purpose.
   */
  sign(text: string): string
}

const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM under a key derived from the operator's secret key (HKDF-SHA-256, RFC 5869). */
export function createEncryption(secretKey: string): Encryption {
  const derived = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, 'belfry', purpose, 32)))
  const key = derived('secrets at rest')
  const signingKey = derived('signatures')
  return {
    encrypt(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${version}:${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')}`
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted.slice(version.length + 1), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
    },
    sign: (text) => createHmac('sha256', signingKey).update(text).digest('base64url'),
  }
}
