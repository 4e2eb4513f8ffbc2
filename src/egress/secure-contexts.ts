import { createHash } from 'node:crypto'
import { createSecureContext, getCACertificates } from 'node:tls'
import type { SecureContext, SecureContextOptions } from 'node:tls'
import { LRUCache } from 'lru-cache'

/** PEM of a client certificate, and of an authority that is trusted for this connection only. */
export interface ClientIdentity {
  readonly certificate?: string
  readonly key?: string
  readonly passphrase?: string
  readonly authority?: string
}

export type SecureContextFor = (identity?: ClientIdentity) => SecureContext

/** Newer Node versions offer a post-quantum share first, which costs CPU and a larger hello; P-256 keeps TLS 1.2 hosts. */
const curves = 'X25519:P-256:P-384'
const contextsMax = 100

/**
 * For reports on what servers offer: every version and suite that this OpenSSL has and that authenticates and encrypts.
 * Weak keys and signatures are the report's to judge, so they end no handshake.
 */
export const inspectionOptions: SecureContextOptions = {
  minVersion: 'TLSv1',
  ciphers: 'DEFAULT:!aNULL:!eNULL:!PSK:!SRP:@SECLEVEL=0',
}

/**
 * Creates TLS contexts and caches them, because reading the list of authorities is most of the cost of a handshake.
 * `authorities` is PEM trusted besides the system's list. Throws when a certificate or key cannot be read.
 */
export function createSecureContexts(
  authorities: string | undefined,
  options: SecureContextOptions = {},
): SecureContextFor {
  const trusted = authorities === undefined ? [] : [authorities]
  const contexts = new LRUCache<string, SecureContext, ClientIdentity>({
    max: contextsMax,
    memoMethod: (_key, _stale, { context }) => makeContext(trusted, context, options),
  })
  return (identity) => contexts.memo(identity ? keyOf(identity) : '', { context: identity ?? {} })
}

function makeContext(
  trusted: readonly string[],
  identity: ClientIdentity,
  options: SecureContextOptions,
): SecureContext {
  const added = identity.authority === undefined ? trusted : [...trusted, identity.authority]
  return createSecureContext({
    ...options,
    ecdhCurve: curves,
    ...(added.length > 0 && { ca: [...getCACertificates('default'), ...added] }),
    ...(identity.certificate !== undefined && { cert: identity.certificate }),
    ...(identity.key !== undefined && { key: identity.key }),
    ...(identity.passphrase !== undefined && { passphrase: identity.passphrase }),
  })
}

function keyOf({ certificate, key, passphrase, authority }: ClientIdentity): string {
  return createHash('sha256')
    .update(JSON.stringify([certificate, key, passphrase, authority]))
    .digest('base64')
}
