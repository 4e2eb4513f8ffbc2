import type { AsymmetricKeyDetails, X509Certificate } from 'node:crypto'
import type { SslCertificate } from '#contract'
import { distinguishedName, nameAttribute } from './distinguished-name.ts'
import { signatureAlgorithmName } from './signature-algorithms.ts'

const textLimit = 1024

/** The facts of one certificate for a report. Never throws, whatever the certificate holds. */
export function certificateFacts(certificate: X509Certificate): SslCertificate {
  const { subject, issuer } = certificate
  return {
    subjectCN: nameAttribute(subject, 'CN').slice(0, textLimit),
    issuerCN: nameAttribute(issuer, 'CN').slice(0, textLimit),
    subject: distinguishedName(subject).slice(0, textLimit),
    issuer: distinguishedName(issuer).slice(0, textLimit),
    serialNumber: certificate.serialNumber.toLowerCase(),
    validFrom: isoTime(certificate.validFrom),
    validTo: isoTime(certificate.validTo),
    ...keyFacts(certificate),
    signatureAlgorithm: signatureAlgorithmName(certificate),
    fingerprintSha256: fingerprintOf(certificate),
    selfSigned: isSelfSigned(certificate),
    isCA: certificate.ca,
  }
}

/** Lowercase hexadecimal digits without colons. */
export const fingerprintOf = (certificate: X509Certificate): string =>
  certificate.fingerprint256.replaceAll(':', '').toLowerCase()

export const isSelfSigned = (certificate: X509Certificate): boolean => isIssuerOf(certificate, certificate)

/** Whether one certificate issued another: by name, and by signature. */
export function isIssuerOf(issuer: X509Certificate, issued: X509Certificate): boolean {
  try {
    return issued.checkIssued(issuer) && issued.verify(issuer.publicKey)
  } catch {
    return false
  }
}

function isoTime(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? text.slice(0, textLimit) : new Date(time).toISOString()
}

const keyNames: Readonly<Record<string, string>> = {
  rsa: 'RSA',
  'rsa-pss': 'RSA-PSS',
  ec: 'ECDSA',
  dsa: 'DSA',
  ed25519: 'Ed25519',
  ed448: 'Ed448',
}
const fixedSizes: Readonly<Record<string, number>> = { ed25519: 256, ed448: 456 }
const curveSize = /(\d{3})(?:r1|k1|v1|t1)?$/

/** The kind and size of a key; of a key that this Node cannot read, only that. */
function keyFacts(certificate: X509Certificate): Pick<SslCertificate, 'keyAlgorithm' | 'keySizeBits'> {
  try {
    const { asymmetricKeyType: type = '', asymmetricKeyDetails: details } = certificate.publicKey
    return { keyAlgorithm: keyNames[type] ?? type, keySizeBits: fixedSizes[type] ?? sizeOf(details ?? {}) }
  } catch {
    return { keyAlgorithm: 'unknown', keySizeBits: 0 }
  }
}

const sizeOf = ({ modulusLength, namedCurve = '' }: AsymmetricKeyDetails): number =>
  modulusLength ?? Number(curveSize.exec(namedCurve)?.[1] ?? 0)
