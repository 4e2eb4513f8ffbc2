import type { SslAnswer, SslConfig } from '#contract'
import { evaluateBaseline } from './evaluate-baseline.ts'

/** A handshake as runs show it: the `response` of the result, and the document of JSON_RESPONSE. */
export function sslDocument(answer: SslAnswer, config: SslConfig): object {
  const { chainProblem, chainTrustDetail, missingIntermediate, ocspSource, ocspProblem } = answer
  return {
    resolvedIp: answer.resolvedIp,
    protocol: answer.protocol,
    cipherSuite: answer.cipherSuite,
    handshakeTimeMs: answer.handshakeTimeMs,
    hostnameVerified: answer.hostnameVerified,
    chainTrusted: answer.chainTrusted,
    ...(chainProblem !== null && { chainTrustReason: chainProblem }),
    ...(chainTrustDetail !== null && { chainTrustDetail }),
    incompleteChain: missingIntermediate !== null,
    ...(missingIntermediate !== null && { missingIntermediate }),
    daysUntilExpiry: answer.daysUntilExpiry,
    ocspStapled: answer.ocspStapled,
    ocspStatus: answer.ocspStatus,
    ...(ocspSource !== null && { ocspSource }),
    ...(ocspProblem !== null && { ocspProblem }),
    securityBaseline: evaluateBaseline(answer, config),
    certificate: answer.certificate,
    chain: answer.chain,
  }
}

/** The text of TEXT_RESPONSE: one line for each fact. */
export function sslText(answer: SslAnswer): string {
  const { certificate, chain } = answer
  return [
    `Connected to ${answer.resolvedIp} with ${answer.protocol}, ${answer.cipherSuite}, in ${answer.handshakeTimeMs} ms`,
    `Subject: ${certificate.subject}`,
    `Issuer: ${certificate.issuer}`,
    `Names: ${certificate.sans.join(', ')}`,
    `Valid: ${certificate.validFrom} to ${certificate.validTo} (${answer.daysUntilExpiry} days)`,
    `Key: ${certificate.keyAlgorithm} ${certificate.keySizeBits} bits, signed with ${certificate.signatureAlgorithm}`,
    `Serial number: ${certificate.serialNumber}`,
    `SHA-256: ${certificate.fingerprintSha256}`,
    `Host name: ${answer.hostnameVerified ? 'verified' : 'not among the names'}`,
    `Chain: ${answer.chainTrusted ? 'trusted' : (answer.chainTrustDetail ?? 'not trusted')}`,
    `OCSP: ${answer.ocspStatus}${answer.ocspStapled ? ', stapled' : ''}`,
    ...chain.map(({ subject, issuer }, depth) => `${depth}: ${subject}; issued by ${issuer}`),
  ].join('\n')
}
