import Type from 'typebox'
import { ErrorGroupSchema, ErrorGroupUpdateBodySchema, TestSessionErrorGroupSchema } from '../resources/error-group.ts'
import {
  ChangedErrorsSchema,
  ErrorChangesSchema,
  ErrorDetailSchema,
  errorKinds,
  ErrorListSchema,
  errorOrders,
  errorStates,
} from '../resources/listed-error.ts'
import { OneOf, Uuid } from '../schema.ts'
import { byCheckId, byId, pageFields, PageQuery, TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Error groups')
const testTag = 'Test session error groups'

export const errorGroupOperations = {
  listErrorGroups: operation('GET /v1/error-groups', {
    summary: 'List error groups of all checks, the latest seen first, without permanently archived ones',
    ignoresUnknown: true,
    query: PageQuery,
    success: { status: 200, schema: Type.Array(ErrorGroupSchema), list: 'page' },
  }),
  listErrorGroupsOfCheck: operation('GET /v1/error-groups/checks/{checkId}', {
    summary: 'List error groups of one check, the latest seen first, without permanently archived ones',
    ignoresUnknown: true,
    params: byCheckId,
    query: PageQuery,
    success: { status: 200, schema: Type.Array(ErrorGroupSchema), list: 'page' },
    faults: ['CHECK_NOT_FOUND'],
  }),
  getErrorGroup: operation('GET /v1/error-groups/{id}', {
    summary: 'Get an error group, archived or not',
    ignoresUnknown: true,
    params: byId,
    success: { status: 200, schema: ErrorGroupSchema },
    faults: ['ERROR_GROUP_NOT_FOUND'],
  }),
  updateErrorGroup: operation('PATCH /v1/error-groups/{id}', {
    summary: 'Archive an error group, or bring it back; absent fields keep their value',
    params: byId,
    body: ErrorGroupUpdateBodySchema,
    success: { status: 200, schema: ErrorGroupSchema },
    faults: ['ERROR_GROUP_NOT_FOUND'],
  }),
  listErrors: operation('GET /v1/errors', {
    summary: 'List errors of checks or of test sessions with when and where they occurred, as screens show them',
    query: Type.Object({
      kind: Type.Optional(OneOf(errorKinds, { default: 'CHECK' })),
      state: Type.Optional(OneOf(errorStates, { default: 'OPEN' })),
      checkId: Type.Optional(Uuid()),
      filterByTags: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
          maxItems: 20,
          description: 'The check has all these tags.',
        }),
      ),
      location: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'A region code, or the slug of a private location.' }),
      ),
      search: Type.Optional(
        Type.String({ maxLength: 512, description: 'Part of the message or of the name of the check.' }),
      ),
      sortBy: Type.Optional(
        OneOf(errorOrders, {
          default: 'first',
          description: 'The newest, the latest seen, or the most frequent first.',
        }),
      ),
      ...pageFields,
    }),
    success: { status: 200, schema: ErrorListSchema },
  }),
  getError: operation('GET /v1/errors/{id}', {
    summary: 'Get an error with its occurrences, locations, results, the last good run before it and its analyses',
    params: byId,
    success: { status: 200, schema: ErrorDetailSchema },
    faults: ['ERROR_GROUP_NOT_FOUND'],
  }),
  changeErrors: operation('POST /v1/errors/changes', {
    summary: 'Archive many errors, or bring them back',
    body: ErrorChangesSchema,
    success: { status: 200, schema: ChangedErrorsSchema },
  }),
  listTestSessionErrorGroups: operation('GET /v1/test-session-error-groups', {
    tag: testTag,
    summary: 'List error groups of test sessions, the latest seen first, without permanently archived ones',
    ignoresUnknown: true,
    query: PageQuery,
    success: { status: 200, schema: Type.Array(TestSessionErrorGroupSchema), list: 'page' },
  }),
  listTestSessionErrorGroupsOfProject: operation('GET /v1/test-session-error-groups/projects/{projectId}', {
    tag: testTag,
    summary: 'List error groups of the test sessions of one project, the latest seen first',
    ignoresUnknown: true,
    params: Type.Object({ projectId: TextId() }),
    success: { status: 200, schema: Type.Array(TestSessionErrorGroupSchema) },
    faults: ['PROJECT_NOT_FOUND'],
  }),
  getTestSessionErrorGroup: operation('GET /v1/test-session-error-groups/{id}', {
    tag: testTag,
    summary: 'Get an error group of test sessions, archived or not',
    ignoresUnknown: true,
    params: byId,
    success: { status: 200, schema: TestSessionErrorGroupSchema },
    faults: ['ERROR_GROUP_NOT_FOUND'],
  }),
  updateTestSessionErrorGroup: operation('PATCH /v1/test-session-error-groups/{id}', {
    tag: testTag,
    summary: 'Archive an error group of test sessions, or bring it back; absent fields keep their value',
    params: byId,
    body: ErrorGroupUpdateBodySchema,
    success: { status: 200, schema: TestSessionErrorGroupSchema },
    faults: ['ERROR_GROUP_NOT_FOUND'],
  }),
} as const
