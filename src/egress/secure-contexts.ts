import { createHash } from 'node:crypto'
import { createSecureContext, getCACertificates } from 'node:tls'
import type { SecureContext } from 'node:tls'
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
 * Creates TLS contexts and caches them, because reading the list of authorities is most of the cost of a handshake.
 * `authorities` is PEM trusted besides the system's list. Throws when a certificate or key cannot be read.
 */
export function createSecureContexts(authorities: string | undefined): SecureContextFor {
  const trusted = authorities === undefined ? [] : [authorities]
  const contexts = new LRUCache<string, SecureContext, ClientIdentity>({
    max: contextsMax,
    memoMethod: (_key, _stale, { context }) => makeContext(trusted, context),
  })
  return (identity) => contexts.memo(identity ? keyOf(identity) : '', { context: identity ?? {} })
}

function makeContext(trusted: readonly string[], identity: ClientIdentity): SecureContext {
  const added = identity.authority === undefined ? trusted : [...trusted, identity.authority]
  return createSecureContext({
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
