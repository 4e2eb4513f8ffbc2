import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { ClientCertificateBody, Violation } from '#contract'
import type { ClientCertificate } from '#storage/checks'
import { rejectField } from '../reject-field.ts'

const required: Violation = { rule: 'required', parameters: {} }
const certificate: Violation = { rule: 'format', parameters: { format: 'certificate' } }
const privateKeyText: Violation = { rule: 'format', parameters: { format: 'private-key' } }

type ValidCertificate = Pick<ClientCertificate, 'certificate' | 'authority' | 'key' | 'passphrase' | 'expiresAt'>

/**
 * Throws BODY_INVALID, naming the field, for PEM that cannot be parsed or does not belong together. An expired
 * certificate is accepted: its expiry is returned, and the host decides.
 */
export function validatedCertificate(body: ClientCertificateBody): ValidCertificate {
  const leaf = firstCertificate(body.cert, 'cert')
  const authority = body.ca || null
  if (authority !== null) firstCertificate(authority, 'ca')
  if (body.key === undefined) rejectField('key', 'is required: the private key of the certificate, in PEM', required)
  const passphrase = body.passphrase || null
  if (!belongTogether(leaf, privateKey(body.key, passphrase)))
    rejectField('key', 'is not the key of the certificate', { rule: 'keyOfCertificate', parameters: {} })
  return {
    certificate: body.cert,
    authority,
    key: body.key,
    passphrase,
    expiresAt: new Date(leaf.validToDate),
  }
}

function belongTogether(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.checkPrivateKey(key)
  } catch {
    return false
  }
}

const block = /-----BEGIN ([A-Z0-9 ]{1,40})-----[^-]*-----END \1-----/g

/** Every block must be a certificate, so that no key among them is stored and returned. */
function firstCertificate(text: string, field: 'cert' | 'ca'): X509Certificate {
  const blocks = [...text.matchAll(block)]
  if (blocks.some(([, label]) => label !== 'CERTIFICATE') || text.includes('PRIVATE KEY'))
    rejectField(field, 'must hold certificates only; the private key belongs into key', certificate)
  const [first] = blocks.map(([pem]) => readCertificate(pem, field))
  return first ?? rejectField(field, 'must be a certificate in PEM: -----BEGIN CERTIFICATE-----', certificate)
}

function readCertificate(pem: string, field: 'cert' | 'ca'): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    return rejectField(field, 'holds a certificate that cannot be read', certificate)
  }
}

function privateKey(key: string, passphrase: string | null): KeyObject {
  try {
    return createPrivateKey({ key, format: 'pem', passphrase: passphrase ?? '' })
  } catch {
    const isEncrypted = key.includes('ENCRYPTED')
    if (!isEncrypted)
      return rejectField('key', 'must be a private key in PEM: -----BEGIN PRIVATE KEY-----', privateKeyText)
    if (passphrase === null) return rejectField('passphrase', 'is required: the key is encrypted', required)
    return rejectField('passphrase', 'does not decrypt the key', { rule: 'passphraseOfKey', parameters: {} })
  }
}
