import Type from 'typebox'
import {
  AnalysisRequestBodySchema,
  PendingAnalysisSchema,
  RootCauseAnalysisSchema,
} from '../resources/root-cause-analysis.ts'
import { byId, TextId } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Root cause analyses')

export const rootCauseAnalysisOperations = {
  requestAnalysis: operation('POST /v1/root-cause-analyses/error-groups/{errorGroupId}', {
    summary: 'Ask for a root cause analysis of an error group',
    access: 'run',
    params: Type.Object({ errorGroupId: TextId() }),
    body: AnalysisRequestBodySchema,
    bodyOptional: true,
    success: { status: 202, schema: PendingAnalysisSchema },
    faults: ['ERROR_GROUP_NOT_FOUND', ...planFaults],
  }),
  requestTestSessionAnalysis: operation(
    'POST /v1/root-cause-analyses/test-session-error-groups/{testSessionErrorGroupId}',
    {
      summary: 'Ask for a root cause analysis of an error group of test sessions',
      access: 'run',
      params: Type.Object({ testSessionErrorGroupId: TextId() }),
      body: AnalysisRequestBodySchema,
      bodyOptional: true,
      success: { status: 202, schema: PendingAnalysisSchema },
      faults: ['ERROR_GROUP_NOT_FOUND', ...planFaults],
    },
  ),
  getRootCauseAnalysis: operation('GET /v1/root-cause-analyses/{id}', {
    summary: 'Get a root cause analysis; 202 while it is not finished',
    ignoresUnknown: true,
    params: byId,
    success: { status: 200, schema: RootCauseAnalysisSchema, pending: PendingAnalysisSchema },
    faults: ['ROOT_CAUSE_ANALYSIS_NOT_FOUND'],
  }),
} as const
