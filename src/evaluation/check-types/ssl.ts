import type { AssertionOutcome, Observation, RunTask, SslAnswer } from '#contract'
import { redactDeep, redactor } from '#redaction'
import { displayedRequest } from '../displayed-request.ts'
import type { PropertyEvidence } from '../evidence.ts'
import type { HiddenText } from '../hidden-text.ts'
import { requestErrorOf } from '../request-error-of.ts'
import { evaluateBaseline } from '../ssl/evaluate-baseline.ts'
import { sslDocument, sslText } from '../ssl/ssl-document.ts'
import { categoryOfFailure, certificateProblem, sslReasons } from '../ssl/ssl-reasons.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'

const namesStored = 100

/**
 * The certificate, its chain and the baseline decide, besides assertions and the limits of the handshake time. The JSON
 * document is parsed when an assertion reads it.
 */
export const SSL: CheckTypeEvaluation<'SSL'> = {
  hasResponseTimeLimits: true,
  waitsForMaxResponseTime: false,
  expectable: null,
  reasonsOf: (answer, { request }) => sslReasons(answer, request),
  evidenceOf: (answer, observation, { request }) => ({
    CERTIFICATE: certificateEvidence(answer),
    CONNECTION: connectionEvidence(answer),
    RESPONSE_TIME: { value: observation.responseTimeMs },
    JSON_RESPONSE: { read: () => sslDocument(answer, request.sslConfig) },
    TEXT_RESPONSE: sslText(answer),
  }),
  hide: hideSsl,
  describe: describeSsl,
}

function certificateEvidence({ certificate, daysUntilExpiry }: SslAnswer): PropertyEvidence {
  const { subjectCN, issuerCN, serialNumber, fingerprintSha256, issuerFingerprintSha256 } = certificate
  const { keyAlgorithm, keySizeBits, signatureAlgorithm, sans, selfSigned, isCA } = certificate
  return {
    daysUntilExpiry,
    keySizeBits,
    subjectCN,
    issuerCN,
    serialNumber,
    fingerprintSha256,
    issuerFingerprintSha256,
    keyAlgorithm,
    signatureAlgorithm,
    sans,
    selfSigned,
    isCA,
  }
}

const connectionEvidence = (answer: SslAnswer): PropertyEvidence => ({
  tlsVersion: answer.protocol,
  cipherSuite: answer.cipherSuite,
  resolvedIp: answer.resolvedIp,
  hostnameVerified: answer.hostnameVerified,
  chainTrusted: answer.chainTrusted,
  ocspStapled: answer.ocspStapled,
  ocspStatus: answer.ocspStatus,
})

function hideSsl(answer: SslAnswer, { all }: HiddenText): SslAnswer {
  const hidden = (text: string | null): string | null => text && all(text)
  const { certificate } = answer
  return {
    ...answer,
    chainTrustDetail: hidden(answer.chainTrustDetail),
    missingIntermediate: hidden(answer.missingIntermediate),
    ocspProblem: hidden(answer.ocspProblem),
    certificate: redactDeep({ ...certificate, sans: certificate.sans.slice(0, namesStored) }, all),
    chain: redactDeep(answer.chain, all),
  }
}

function describeSsl(
  task: Pick<RunTask<'SSL'>, 'request' | 'secrets'>,
  { answer, failure }: Observation<'SSL'>,
  assertions: readonly AssertionOutcome[],
): object {
  const request = displayedRequest(task)
  if (answer === null) {
    const failureCategory = failure && categoryOfFailure(failure.kind)
    return { failureCategory, requestError: requestErrorOf(failure), request, assertions, response: null }
  }
  return { ...describeAnswer(answer, task), request, assertions, timingPhases: answer.timingPhases }
}

function describeAnswer(answer: SslAnswer, task: Pick<RunTask<'SSL'>, 'request' | 'secrets'>): object {
  const { sslConfig } = task.request
  const baseline = evaluateBaseline(answer, sslConfig)
  const problem = certificateProblem(answer, sslConfig)
  return {
    tlsVersion: answer.protocol,
    cipherSuite: answer.cipherSuite,
    daysUntilExpiry: answer.daysUntilExpiry,
    handshakeTimeMs: answer.handshakeTimeMs,
    chainTrusted: answer.chainTrusted,
    hostnameVerified: answer.hostnameVerified,
    ...(baseline && { baselineVerdict: baseline.verdict, baselineGrade: baseline.grade }),
    failureCategory: problem && problem.category,
    requestError: problem && redactor(task.secrets)(problem.message),
    response: sslDocument(answer, sslConfig),
  }
}
