import Type from 'typebox'
import { largestId } from '../resources/alert-channel-subscription.ts'
import { CheckSchema, CheckV2Schema } from '../resources/check.ts'
import {
  CheckGroupCreateBodySchema,
  CheckGroupSchema,
  CheckGroupUpdateBodySchema,
  CheckGroupV2CreateBodySchema,
  CheckGroupV2UpdateBodySchema,
} from '../resources/check-group.ts'
import { GroupUsesSchema } from '../resources/used-by.ts'
import { TriggeredSessionsSchema } from '../resources/check-session.ts'
import { GroupOrderBodySchema, GroupOrderSchema } from '../resources/group-order.ts'
import { AutoAssignQuery, byIntegerId, pageFields, PageQuery, TagFilter, TextId } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operation } from './row.ts'

const byGroupAndCheck = Type.Object({
  groupId: Type.Integer({ minimum: 1, maximum: largestId }),
  checkId: TextId(),
})

const groupWriteFaults = [
  'ASSERTION_INVALID',
  'TEMPLATE_INVALID',
  'ALERT_CHANNEL_UNKNOWN',
  'PRIVATE_LOCATION_UNKNOWN',
  'SNIPPET_UNKNOWN',
  ...planFaults,
] as const

const writes = {
  createCheckGroup: operation({
    method: 'POST',
    path: '/v1/check-groups',
    tag: 'Check groups',
    summary: 'Create a check group that overrides settings of its checks; use /v2 instead',
    access: 'write',
    query: AutoAssignQuery,
    body: CheckGroupCreateBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: CheckGroupSchema },
    faults: groupWriteFaults,
    deprecated: true,
  }),
  createCheckGroupV2: operation({
    method: 'POST',
    path: '/v2/check-groups',
    tag: 'Check groups',
    summary: 'Create a check group; checks join it by their groupId',
    access: 'write',
    query: AutoAssignQuery,
    body: CheckGroupV2CreateBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: CheckGroupSchema },
    faults: groupWriteFaults,
  }),
  updateCheckGroup: operation({
    method: 'PUT',
    path: '/v1/check-groups/{id}',
    tag: 'Check groups',
    summary: 'Update a check group; use /v2 instead',
    access: 'write',
    params: byIntegerId,
    query: AutoAssignQuery,
    body: CheckGroupUpdateBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: CheckGroupSchema },
    faults: ['CHECK_GROUP_NOT_FOUND', 'RUNTIME_NOT_SUPPORTED', ...groupWriteFaults],
    deprecated: true,
  }),
  updateCheckGroupV2: operation({
    method: 'PUT',
    path: '/v2/check-groups/{id}',
    tag: 'Check groups',
    summary: 'Update a check group; absent fields keep their value',
    access: 'write',
    params: byIntegerId,
    query: AutoAssignQuery,
    body: CheckGroupV2UpdateBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: CheckGroupSchema },
    faults: ['CHECK_GROUP_NOT_FOUND', 'RUNTIME_NOT_SUPPORTED', ...groupWriteFaults],
  }),
  setCheckGroupOrder: operation({
    method: 'PUT',
    path: '/v1/check-groups/{id}/order',
    tag: 'Check groups',
    summary: 'Set the order in which the checks of a group run',
    access: 'write',
    params: byIntegerId,
    body: GroupOrderBodySchema,
    success: { status: 200, schema: GroupOrderSchema },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
  runCheckGroup: operation({
    method: 'POST',
    path: '/v1/check-groups/{id}/run',
    tag: 'Check groups',
    summary: 'Run the checks of a group now, in its order and as many at once as its concurrency',
    access: 'run',
    params: byIntegerId,
    success: { status: 201, schema: TriggeredSessionsSchema },
    faults: ['CHECK_GROUP_NOT_FOUND', 'NO_CHECK_MATCHED'],
  }),
  deleteCheckGroup: operation({
    method: 'DELETE',
    path: '/v1/check-groups/{id}',
    tag: 'Check groups',
    summary: 'Delete a check group that contains no checks',
    access: 'write',
    params: byIntegerId,
    success: { status: 204 },
    faults: ['CHECK_GROUP_NOT_FOUND', 'CHECK_GROUP_IN_USE'],
  }),
} as const

const reads = {
  listCheckGroups: operation({
    method: 'GET',
    path: '/v1/check-groups',
    tag: 'Check groups',
    summary: 'List check groups',
    access: 'read',
    query: Type.Object({
      ...pageFields,
      tag: TagFilter(),
      name: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { maxItems: 100, description: 'Has one of these.' }),
      ),
    }),
    success: { status: 200, schema: Type.Array(CheckGroupSchema), list: 'page' },
    faults: [],
  }),
  getUsesOfCheckGroup: operation({
    method: 'GET',
    path: '/v1/check-groups/{id}/uses',
    tag: 'Check groups',
    summary: 'Find what a group reaches: its checks, channels, maintenance windows, dashboards and triggers',
    access: 'read',
    params: byIntegerId,
    success: { status: 200, schema: GroupUsesSchema },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
  getCheckGroup: operation({
    method: 'GET',
    path: '/v1/check-groups/{id}',
    tag: 'Check groups',
    summary: 'Get a check group',
    access: 'read',
    params: byIntegerId,
    success: { status: 200, schema: CheckGroupSchema },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
  getCheckGroupOrder: operation({
    method: 'GET',
    path: '/v1/check-groups/{id}/order',
    tag: 'Check groups',
    summary: 'List the checks of a group in the order in which they run',
    access: 'read',
    params: byIntegerId,
    success: { status: 200, schema: GroupOrderSchema },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
  listCheckGroupChecks: operation({
    method: 'GET',
    path: '/v1/check-groups/{id}/checks',
    tag: 'Check groups',
    summary: 'List the checks of a group with the settings of the group applied',
    access: 'read',
    params: byIntegerId,
    query: PageQuery,
    success: { status: 200, schema: Type.Array(CheckSchema), list: 'page' },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
  listCheckGroupChecksV2: operation({
    method: 'GET',
    path: '/v2/check-groups/{id}/checks',
    tag: 'Check groups',
    summary: 'List the checks of a group with group settings applied and project bindings',
    access: 'read',
    params: byIntegerId,
    query: PageQuery,
    success: { status: 200, schema: Type.Array(CheckV2Schema), list: 'page' },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
  getCheckGroupCheck: operation({
    method: 'GET',
    path: '/v1/check-groups/{groupId}/checks/{checkId}',
    tag: 'Check groups',
    summary: 'Get one check of a group with the settings of the group applied',
    access: 'read',
    params: byGroupAndCheck,
    success: { status: 200, schema: CheckSchema },
    faults: ['CHECK_GROUP_NOT_FOUND', 'CHECK_NOT_FOUND'],
  }),
  getCheckGroupCheckV2: operation({
    method: 'GET',
    path: '/v2/check-groups/{groupId}/checks/{checkId}',
    tag: 'Check groups',
    summary: 'Get one check of a group with group settings applied and project bindings',
    access: 'read',
    params: byGroupAndCheck,
    success: { status: 200, schema: CheckV2Schema },
    faults: ['CHECK_GROUP_NOT_FOUND', 'CHECK_NOT_FOUND'],
  }),
} as const

export const checkGroupOperations = { ...writes, ...reads } as const
