import { grpcHealthLabels, grpcStatusNames } from '#contract'
import { writeReason } from '#contract/reasons'
import type { RunEvidence } from '../evidence.ts'
import { line } from '../evidence-line.ts'
import type { EvidenceLine } from '../evidence-line.ts'
import { at, numberIn, textIn } from '../json-fields.ts'
import { phasesIn } from '../phases-in.ts'
import type { CheckTypeDiagnosis } from './check-type-diagnosis.ts'

export const GRPC: CheckTypeDiagnosis = {
  evidenceOf: (saw) => {
    const response = at(saw, 'response')
    return {
      bodyExcerpt: textIn(response, 'responseMessage'),
      phases: phasesIn(saw),
      remoteAddress: textIn(response, 'resolvedIp'),
      grpc: grpcOf(response),
    }
  },
  answerOf: (saw) => {
    const text = textIn(at(saw, 'response'), 'responseMessage')
    return text === null || text === '' ? null : { text, contentType: 'application/json' }
  },
  linesOf: ({ grpc }) => (grpc === null ? [] : linesOf(grpc)),
  shownTargetOf: (request) => {
    const config = at(request, 'grpcConfig')
    const host = textIn(request, 'url')
    const port = numberIn(request, 'port') ?? textIn(request, 'port')
    if (host === null) return null
    const what = textIn(config, 'mode') === 'HEALTH' ? 'health' : (textIn(config, 'method') ?? 'a method')
    return `${what} at ${host}:${port}`
  },
}

function grpcOf(response: unknown): RunEvidence['grpc'] {
  const statusCode = numberIn(response, 'grpcStatusCode')
  return statusCode === null ? null : { statusCode, healthStatus: numberIn(response, 'healthStatus') }
}

function linesOf({ statusCode, healthStatus }: NonNullable<RunEvidence['grpc']>): EvidenceLine[] {
  const name = grpcStatusNames[statusCode] ?? 'no status of gRPC'
  const status = line(writeReason('EVIDENCE_GRPC', { httpStatus: statusCode, statusName: name }), 'response', 'status')
  if (healthStatus === null) return [status]
  const label = grpcHealthLabels[healthStatus] ?? String(healthStatus)
  return [status, line(writeReason('EVIDENCE_HEALTH', { statusName: label }), 'response', 'health')]
}
