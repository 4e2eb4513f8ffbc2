import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { channelTypes } from '#contract'

const [, { p256dh, auth }] = channelTypes.WEB_PUSH.examples
/** That of the public key in the second example. */
const privateKey = 'GGkgKFW7Pm7AqCw4ucUChOh5xSTJrX0ghBnJma9Kzfs'

const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** What the browser of the second example reads of a message of its push service (RFC 8291 3, RFC 8188 2). */
export function decryptedByBrowser(message: Buffer): string {
  const [salt, keyLength] = [message.subarray(0, 16), message[20] ?? 0]
  const [sender, record] = [message.subarray(21, 21 + keyLength), message.subarray(21 + keyLength)]
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), sender])
  const secret = derived(pair.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32)
  const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derived(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
