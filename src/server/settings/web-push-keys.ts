import { createECDH } from 'node:crypto'
import type { WebPushKeys } from '#channels'
import { keepInstallationFact } from '#storage/accounts'
import type { Store } from '#storage/database'

const factName = 'web-push-keys'

/**
 * The key pair with which this installation identifies itself to push services (RFC 8292), made at the first start.
 * Browsers bind their subscriptions to it, so it never changes.
 */
export async function loadWebPushKeys({ db, encryption }: Store): Promise<WebPushKeys> {
  const kept = await keepInstallationFact(db, factName, encryption.encrypt(newPrivateKey()))
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(encryption.decrypt(kept), 'base64url')
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
}

function newPrivateKey(): string {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair.getPrivateKey('base64url')
}
