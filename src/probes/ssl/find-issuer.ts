import { X509Certificate } from 'node:crypto'
import { isIssuerOf } from './certificate-facts.ts'
import { issuerUrlsOf } from './certificate-urls.ts'
import { fetchedOver } from './fetched.ts'
import { fetchBytes } from './inquiry.ts'
import type { Inquiry } from './inquiry.ts'

const foundForMs = 3_600_000
const missingForMs = 300_000

/**
 * The issuer of a certificate, fetched from where the certificate says (RFC 5280, CA Issuers). One step only: what the
 * fetched certificate says about its own issuer is not followed. Null when there is none, it does not answer within the
 * deadline, or it did not sign the certificate.
 */
export async function findIssuer(certificate: X509Certificate, inquiry: Inquiry): Promise<X509Certificate | null> {
  for (const url of issuerUrlsOf(certificate)) {
    if (inquiry.deadline.failure) return null
    const issuer = parsed(await fetchIssuer(url, inquiry))
    if (issuer && isIssuerOf(issuer, certificate)) return issuer
  }
  return null
}

async function fetchIssuer(url: string, inquiry: Inquiry): Promise<Buffer | null> {
  const { issuers } = fetchedOver(inquiry.egress, inquiry.deadline.clock)
  const known = issuers.get(url)
  if (known) return known.der
  const found = await fetchBytes(inquiry, { method: 'GET', url })
  if ('bytes' in found) {
    issuers.set(url, { der: found.bytes }, { ttl: foundForMs })
    return found.bytes
  }
  if (found.isFair) issuers.set(url, { der: null }, { ttl: missingForMs })
  return null
}

/** DER, or PEM as some authorities serve it. */
function parsed(bytes: Buffer | null): X509Certificate | null {
  try {
    return bytes && new X509Certificate(bytes)
  } catch {
    return null
  }
}
