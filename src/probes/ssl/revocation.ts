import type { X509Certificate } from 'node:crypto'
import type { SslAnswer } from '#contract'
import { writeReason } from '#contract/reasons'
import { fingerprintOf } from './certificate-facts.ts'
import { ocspUrlsOf } from './certificate-urls.ts'
import { fetchedOver } from './fetched.ts'
import type { FetchedStatus } from './fetched.ts'
import { fetchBytes } from './inquiry.ts'
import type { Inquiry } from './inquiry.ts'
import { ocspRequest, readOcspResponse } from './ocsp-message.ts'
import type { StatusAnswer } from './ocsp-message.ts'

export type Revocation = Pick<SslAnswer, 'ocspStapled' | 'ocspStatus' | 'ocspSource' | 'ocspProblem'>

const maxAgeMs = 3_600_000
const failedForMs = 300_000

/**
 * Whether a certificate is revoked: by the stapled response if that is valid, else by asking the responder that the
 * certificate names. An answer is used again for an hour at most, a failure for five minutes.
 */
export async function findRevocation(
  certificate: X509Certificate,
  issuer: X509Certificate | null,
  stapled: Buffer | null,
  inquiry: Inquiry,
): Promise<Revocation> {
  const ocspStapled = stapled !== null && stapled.length > 0
  if (issuer === null) return unknown(ocspStapled, writeReason('OCSP_WITHOUT_ISSUER'))
  const fromServer = ocspStapled
    ? await readOcspResponse(stapled, certificate, issuer, inquiry.deadline.clock.now())
    : null
  if (fromServer && !('problem' in fromServer)) return known(ocspStapled, fromServer.status, 'stapled')
  const fetched = await statusFromResponder(certificate, issuer, inquiry)
  if (fetched.problem === null) return known(ocspStapled, fetched.status, 'responder')
  const stapleProblem = fromServer ? `${writeReason('STAPLE_INVALID', { reason: fromServer.problem })} ` : ''
  return unknown(ocspStapled, `${stapleProblem}${fetched.problem}`)
}

const known = (
  ocspStapled: boolean,
  ocspStatus: Revocation['ocspStatus'],
  ocspSource: Revocation['ocspSource'],
): Revocation => ({ ocspStapled, ocspStatus, ocspSource, ocspProblem: null })

const unknown = (ocspStapled: boolean, ocspProblem: string): Revocation => ({
  ocspStapled,
  ocspStatus: 'unknown',
  ocspSource: null,
  ocspProblem,
})

async function statusFromResponder(
  certificate: X509Certificate,
  issuer: X509Certificate,
  inquiry: Inquiry,
): Promise<FetchedStatus> {
  const { statuses } = fetchedOver(inquiry.egress, inquiry.deadline.clock)
  const key = `${fingerprintOf(certificate)} ${fingerprintOf(issuer)}`
  const found = statuses.get(key)
  if (found) return found
  let last: FetchedStatus = failed(writeReason('NO_OCSP_RESPONDER'))
  let isFair = true
  for (const url of ocspUrlsOf(certificate)) {
    const asked = await ask(url, certificate, issuer, inquiry)
    if (!('problem' in asked)) {
      const ttl = Math.min(maxAgeMs, (asked.validUntil ?? Infinity) - inquiry.deadline.clock.now())
      if (ttl > 0) statuses.set(key, { status: asked.status, problem: null }, { ttl })
      return { status: asked.status, problem: null }
    }
    last = failed(asked.problem)
    isFair &&= asked.isFair
  }
  if (isFair) statuses.set(key, last, { ttl: failedForMs })
  return last
}

const failed = (problem: string): FetchedStatus => ({ status: 'unknown', problem })

async function ask(
  url: string,
  certificate: X509Certificate,
  issuer: X509Certificate,
  inquiry: Inquiry,
): Promise<StatusAnswer | { readonly problem: string; readonly isFair: boolean }> {
  const body = await ocspRequest(certificate, issuer).catch(() => null)
  if (body === null) return { problem: writeReason('OCSP_IMPOSSIBLE'), isFair: true }
  const headers = { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' }
  const found = await fetchBytes(inquiry, { method: 'POST', url, headers, body })
  if (!('bytes' in found)) return { ...found, problem: writeReason('OCSP_WITHOUT_ANSWER', { reason: found.problem }) }
  const read = await readOcspResponse(found.bytes, certificate, issuer, inquiry.deadline.clock.now())
  return 'problem' in read ? { problem: read.problem, isFair: true } : read
}
