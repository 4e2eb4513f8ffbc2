import type { X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Certificate } from 'pkijs'
import { fingerprintOf } from './certificate-facts.ts'

/** The extensions that Node does not show. */
export interface CertificateExtensions {
  /** RFC 7633: the server must staple an OCSP response. */
  readonly mustStaple: boolean
  /** RFC 6962: the certificate carries timestamps of certificate logs. */
  readonly hasScts: boolean
}

const tlsFeature = '1.3.6.1.5.5.7.1.24'
const timestampList = '1.3.6.1.4.1.11129.2.4.2'
/** The integer 5 in DER: status_request (RFC 6066). */
const statusRequest = Buffer.from([2, 1, 5])
/** An empty list: an octet string with the length of the list. */
const emptyListBytes = 4
const maxCertificateBytes = 64 * 1024
const none: CertificateExtensions = { mustStaple: false, hasScts: false }

const known = new LRUCache<string, CertificateExtensions>({ max: 1000 })

/** Never throws: a certificate that cannot be parsed, or is larger than 64 KB, has no such extensions. */
export function extensionsOf(certificate: X509Certificate): CertificateExtensions {
  const key = fingerprintOf(certificate)
  const found = known.get(key) ?? read(certificate)
  known.set(key, found)
  return found
}

function read({ raw }: X509Certificate): CertificateExtensions {
  if (raw.length > maxCertificateBytes) return none
  try {
    const extensions = Certificate.fromBER(Uint8Array.from(raw)).extensions ?? []
    const valueOf = (id: string): Buffer | undefined => {
      const value = extensions.find(({ extnID }) => extnID === id)?.extnValue.valueBlock.valueHexView
      return value && Buffer.from(value)
    }
    return {
      mustStaple: valueOf(tlsFeature)?.includes(statusRequest) ?? false,
      hasScts: (valueOf(timestampList)?.length ?? 0) > emptyListBytes,
    }
  } catch {
    return none
  }
}
