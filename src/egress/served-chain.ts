import { X509Certificate } from 'node:crypto'
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'

const chainMax = 10

/**
 * The certificates from that of the host upward, as the server sent them and the trusted authorities complete them; at
 * most ten. Empty when there is none or it cannot be read.
 */
export function servedChain(socket: TLSSocket): X509Certificate[] {
  const chain: X509Certificate[] = []
  try {
    let current: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
    while (current?.raw !== undefined && chain.length < chainMax) {
      const certificate: X509Certificate = new X509Certificate(current.raw)
      if (chain.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)) break
      chain.push(certificate)
      current = current.issuerCertificate
    }
  } catch {
    return chain
  }
  return chain
}

/** When the first certificate of a chain expires. */
export interface ChainExpiry {
  /** Epoch milliseconds. */
  readonly atMs: number
  /** The subject of the certificate, when it is not that of the host. */
  readonly above: string | null
  /** Of the certificate of the host. */
  readonly host: { readonly issuer: string; readonly validTo: string }
}

/**
 * The earliest expiry of a chain that was served; null without one. Roots do not count, as clients have their own, nor
 * what has expired in a chain that is trusted nevertheless, by another way.
 */
export function chainExpiry(
  chain: readonly X509Certificate[],
  { isTrusted, nowMs }: { readonly isTrusted: boolean; readonly nowMs: number },
): ChainExpiry | null {
  const ends = chain.flatMap((certificate, index) => {
    const atMs = Date.parse(certificate.validTo)
    const isHost = index === 0
    const counts = isHost || (!certificate.checkIssued(certificate) && !(isTrusted && atMs < nowMs))
    return Number.isNaN(atMs) || !counts ? [] : [{ atMs, above: isHost ? null : nameOf(certificate) }]
  })
  const [first] = ends.toSorted((one, other) => one.atMs - other.atMs)
  const [host] = chain
  return first && host ? { ...first, host: { issuer: issuerOf(host), validTo: isoOf(host.validTo) } } : null
}

/** The distinguished name in one line. */
const issuerOf = ({ issuer }: X509Certificate): string => issuer.split('\n').toReversed().join(', ').slice(0, 200)

const isoOf = (moment: string): string => {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** Its common name, else its whole subject in one line. */
const nameOf = ({ subject }: X509Certificate): string =>
  (/^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ')).slice(0, 200)
