import Type from 'typebox'
import {
  checkResultFields,
  CheckResultListSchema,
  CheckResultSchema,
  CheckCertificatesSchema,
  ResultDifferencesSchema,
  ResultNeighboursSchema,
  resultTypes,
} from '../resources/check-result.ts'
import { CheckStatusSchema } from '../resources/check-status.ts'
import { OneOf } from '../schema.ts'
import { byCheckId, CheckTypeFilter, defaultPageSize, pageFields, rangeFields, TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Check results')

const neighbourFilters = {
  location: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'A region code, or the slug name of a private location.',
    }),
  ),
  hasFailures: Type.Optional(Type.Boolean()),
  resultType: Type.Optional(
    OneOf(resultTypes, { default: 'FINAL', description: 'ATTEMPT: attempts that were retried.' }),
  ),
}

const resultFilters = { ...neighbourFilters, checkType: CheckTypeFilter(), ...rangeFields }

const resultLimit = { requests: 60, seconds: 60 }

export const checkResultOperations = {
  listCheckResults: operation('GET /v1/check-results/{checkId}', {
    summary: 'List results of a check, at most 6 hours, by default the last; use /v2 instead',
    ignoresUnknown: true,
    params: byCheckId,
    query: Type.Object({ ...pageFields, ...resultFilters }),
    success: { status: 200, schema: Type.Array(CheckResultSchema), list: 'page' },
    faults: ['CHECK_NOT_FOUND', 'TIME_RANGE_INVALID'],
    limit: resultLimit,
    deprecated: true,
  }),
  listCheckResultsV2: operation('GET /v2/check-results/{checkId}', {
    summary: 'List results of a check, newest first',
    ignoresUnknown: true,
    params: byCheckId,
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: defaultPageSize })),
      ...resultFilters,
      nextId: Type.Optional(Type.String({ maxLength: 512, description: 'Cursor from the page before.' })),
      fields: Type.Optional(
        Type.Array(Type.String({ maxLength: 1000 }), {
          maxItems: 50,
          description: `Answer only these fields; several may be joined by commas: ${checkResultFields.join(', ')}.`,
        }),
      ),
    }),
    success: { status: 200, schema: CheckResultListSchema },
    faults: ['CHECK_NOT_FOUND', 'TIME_RANGE_INVALID', 'CURSOR_INVALID'],
    limit: resultLimit,
  }),
  getResultNeighbours: operation('GET /v1/check-results/{checkId}/{checkResultId}/neighbours', {
    summary: 'Get the results before and after one, the last one that passed and the first one that failed after that',
    params: Type.Object({ checkId: TextId(), checkResultId: TextId() }),
    query: Type.Object({
      ...neighbourFilters,
      around: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 30, default: 0, description: 'Results before and after, to list.' }),
      ),
    }),
    success: { status: 200, schema: ResultNeighboursSchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_RESULT_NOT_FOUND'],
  }),
  getResultDifferences: operation('GET /v1/check-results/{checkId}/{checkResultId}/differences', {
    summary: 'Get in what a result differs from the last one before it that passed, in words',
    params: Type.Object({ checkId: TextId(), checkResultId: TextId() }),
    success: { status: 200, schema: ResultDifferencesSchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_RESULT_NOT_FOUND'],
  }),
  listCheckCertificates: operation('GET /v1/check-results/{checkId}/certificates', {
    summary: 'List the certificates of the hosts that the last runs of a check asked',
    params: byCheckId,
    success: { status: 200, schema: CheckCertificatesSchema },
    faults: ['CHECK_NOT_FOUND'],
  }),
  exportCheckResults: operation('GET /v1/check-results/{checkId}/export.csv', {
    summary: 'Export results of a check as CSV, the newest first',
    params: byCheckId,
    query: Type.Object(resultFilters),
    success: { status: 200, contentType: 'text/csv; charset=utf-8', isStream: true },
    faults: ['CHECK_NOT_FOUND', 'TIME_RANGE_INVALID'],
    limit: { requests: 10, seconds: 60 },
  }),
  getCheckResult: operation('GET /v1/check-results/{checkId}/{checkResultId}', {
    summary: 'Get one result of a check',
    ignoresUnknown: true,
    params: Type.Object({ checkId: TextId(), checkResultId: TextId() }),
    success: { status: 200, schema: CheckResultSchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_RESULT_NOT_FOUND'],
  }),
  listCheckStatuses: operation('GET /v1/check-statuses', {
    tag: 'Check statuses',
    summary: 'List the statuses of checks',
    ignoresUnknown: true,
    query: Type.Object({
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1000, description: 'Of a page. Without it the list has every check.' }),
      ),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
    }),
    success: { status: 200, schema: Type.Array(CheckStatusSchema), list: 'page' },
  }),
  getCheckStatus: operation('GET /v1/check-statuses/{checkId}', {
    tag: 'Check statuses',
    summary: 'Get the status of a check',
    ignoresUnknown: true,
    params: byCheckId,
    success: { status: 200, schema: CheckStatusSchema },
    faults: ['CHECK_NOT_FOUND'],
  }),
} as const
