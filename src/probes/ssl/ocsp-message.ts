import type { X509Certificate } from 'node:crypto'
import { BasicOCSPResponse, CertID, Certificate, OCSPRequest, OCSPResponse, getCrypto } from 'pkijs'
import type { OcspStatus } from '#contract'
import { writeReason } from '#contract/reasons'

export interface StatusAnswer {
  readonly status: OcspStatus
  /** Epoch milliseconds; null when newer information is always available. */
  readonly validUntil: number | null
}

const maxBytes = 64 * 1024
const maxCertificates = 5
const maxResponses = 20
const clockToleranceMs = 300_000
const basicResponse = '1.3.6.1.5.5.7.48.1.1'
const successful = 0
const statuses: readonly OcspStatus[] = ['good', 'revoked', 'unknown']

const parsed = (certificate: X509Certificate): Certificate => Certificate.fromBER(Uint8Array.from(certificate.raw))

/** A request for the status of one certificate in DER (RFC 6960). Throws when a certificate cannot be parsed. */
export async function ocspRequest(certificate: X509Certificate, issuer: X509Certificate): Promise<Buffer> {
  const request = new OCSPRequest()
  await request.createForCertificate(parsed(certificate), {
    hashAlgorithm: 'SHA-1',
    issuerCertificate: parsed(issuer),
  })
  return Buffer.from(request.toSchema(true).toBER())
}

/**
 * The status that a response gives a certificate, if the issuer or a responder it delegated to signed the response, and
 * it is valid at `nowMs`. Otherwise a sentence that says what is wrong. Never throws.
 */
export async function readOcspResponse(
  bytes: Buffer,
  certificate: X509Certificate,
  issuer: X509Certificate,
  nowMs: number,
): Promise<StatusAnswer | { readonly problem: string }> {
  if (bytes.length > maxBytes) return { problem: writeReason('OCSP_TOO_LARGE') }
  try {
    const basic = basicOf(bytes)
    if ('problem' in basic) return basic
    const authority = parsed(issuer)
    if (!(await basic.verify({ trustedCerts: [authority], issuerCerts: [authority] })))
      return { problem: writeReason('OCSP_SIGNATURE') }
    return await statusIn(basic, parsed(certificate), authority, nowMs)
  } catch {
    return { problem: writeReason('OCSP_UNREADABLE') }
  }
}

function basicOf(bytes: Buffer): BasicOCSPResponse | { readonly problem: string } {
  const response = OCSPResponse.fromBER(Uint8Array.from(bytes))
  const status = response.responseStatus.valueBlock.valueDec
  if (status !== successful) return { problem: writeReason('OCSP_ERROR', { status }) }
  const { responseBytes } = response
  if (responseBytes?.responseType !== basicResponse) return { problem: writeReason('OCSP_NOT_BASIC') }
  const basic = BasicOCSPResponse.fromBER(responseBytes.response.valueBlock.valueHexView)
  const isLarge = (basic.certs?.length ?? 0) > maxCertificates || basic.tbsResponseData.responses.length > maxResponses
  return isLarge ? { problem: writeReason('OCSP_TOO_MANY') } : basic
}

async function statusIn(
  basic: BasicOCSPResponse,
  certificate: Certificate,
  issuer: Certificate,
  nowMs: number,
): Promise<StatusAnswer | { readonly problem: string }> {
  for (const single of basic.tbsResponseData.responses) {
    if (!(await isAbout(single.certID, certificate, issuer))) continue
    const validUntil = single.nextUpdate?.getTime() ?? null
    if (single.thisUpdate.getTime() > nowMs + clockToleranceMs) return { problem: writeReason('OCSP_NOT_YET_VALID') }
    if (validUntil !== null && validUntil < nowMs - clockToleranceMs) return { problem: writeReason('OCSP_EXPIRED') }
    return { status: statuses[tagOf(single.certStatus)] ?? 'unknown', validUntil }
  }
  return { problem: writeReason('OCSP_ABOUT_OTHER') }
}

async function isAbout(id: CertID, certificate: Certificate, issuerCertificate: Certificate): Promise<boolean> {
  const { name } = getCrypto(true).getAlgorithmByOID(id.hashAlgorithm.algorithmId, true, 'hash')
  return id.isEqual(await CertID.create(certificate, { hashAlgorithm: name, issuerCertificate }))
}

/** The alternatives of the status are distinguished by their tag. */
function tagOf(status: unknown): number {
  const block: unknown = Reflect.get(Object(status), 'idBlock')
  const tag: unknown = Reflect.get(Object(block), 'tagNumber')
  return typeof tag === 'number' ? tag : -1
}
