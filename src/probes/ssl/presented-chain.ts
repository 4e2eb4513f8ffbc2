import { X509Certificate } from 'node:crypto'
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'

const chainMax = 10

/**
 * The certificates from that of the host upward, as the server sent them and the trusted authorities complete them; at
 * most ten. Empty when there is none or it cannot be read.
 */
export function presentedChain(socket: TLSSocket): X509Certificate[] {
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
