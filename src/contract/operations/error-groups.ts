import Type from 'typebox'
import { ErrorGroupSchema, ErrorGroupUpdateBodySchema, TestSessionErrorGroupSchema } from '../resources/error-group.ts'
import { byCheckId, byId, PageQuery, TextId } from './request-parts.ts'
import { operation } from './row.ts'

const tag = 'Error groups'
const testTag = 'Test session error groups'

export const errorGroupOperations = {
  listErrorGroups: operation({
    method: 'GET',
    path: '/v1/error-groups',
    tag,
    summary: 'List error groups of all checks, the latest seen first, without permanently archived ones',
    access: 'read',
    query: PageQuery,
    success: { status: 200, schema: Type.Array(ErrorGroupSchema), list: 'page' },
    faults: [],
  }),
  listErrorGroupsOfCheck: operation({
    method: 'GET',
    path: '/v1/error-groups/checks/{checkId}',
    tag,
    summary: 'List error groups of one check, the latest seen first, without permanently archived ones',
    access: 'read',
    params: byCheckId,
    query: PageQuery,
    success: { status: 200, schema: Type.Array(ErrorGroupSchema), list: 'page' },
    faults: ['CHECK_NOT_FOUND'],
  }),
  getErrorGroup: operation({
    method: 'GET',
    path: '/v1/error-groups/{id}',
    tag,
    summary: 'Get an error group, archived or not',
    access: 'read',
    params: byId,
    success: { status: 200, schema: ErrorGroupSchema },
    faults: ['ERROR_GROUP_NOT_FOUND'],
  }),
  updateErrorGroup: operation({
    method: 'PATCH',
    path: '/v1/error-groups/{id}',
    tag,
    summary: 'Archive an error group, or bring it back; absent fields keep their value',
    access: 'write',
    params: byId,
    body: ErrorGroupUpdateBodySchema,
    success: { status: 200, schema: ErrorGroupSchema },
    faults: ['ERROR_GROUP_NOT_FOUND'],
  }),
  listTestSessionErrorGroups: operation({
    method: 'GET',
    path: '/v1/test-session-error-groups',
    tag: testTag,
    summary: 'List error groups of test sessions, the latest seen first, without permanently archived ones',
    access: 'read',
    query: PageQuery,
    success: { status: 200, schema: Type.Array(TestSessionErrorGroupSchema), list: 'page' },
    faults: [],
  }),
  listTestSessionErrorGroupsOfProject: operation({
    method: 'GET',
    path: '/v1/test-session-error-groups/projects/{projectId}',
    tag: testTag,
    summary: 'List error groups of the test sessions of one project, the latest seen first',
    access: 'read',
    params: Type.Object({ projectId: TextId() }),
    success: { status: 200, schema: Type.Array(TestSessionErrorGroupSchema) },
    faults: ['PROJECT_NOT_FOUND'],
  }),
  getTestSessionErrorGroup: operation({
    method: 'GET',
    path: '/v1/test-session-error-groups/{id}',
    tag: testTag,
    summary: 'Get an error group of test sessions, archived or not',
    access: 'read',
    params: byId,
    success: { status: 200, schema: TestSessionErrorGroupSchema },
    faults: ['ERROR_GROUP_NOT_FOUND'],
  }),
  updateTestSessionErrorGroup: operation({
    method: 'PATCH',
    path: '/v1/test-session-error-groups/{id}',
    tag: testTag,
    summary: 'Archive an error group of test sessions, or bring it back; absent fields keep their value',
    access: 'write',
    params: byId,
    body: ErrorGroupUpdateBodySchema,
    success: { status: 200, schema: TestSessionErrorGroupSchema },
    faults: ['ERROR_GROUP_NOT_FOUND'],
  }),
} as const
