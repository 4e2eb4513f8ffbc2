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
import { operationsOf } from './row.ts'

const operation = operationsOf('Check groups')

const byGroupAndCheck = Type.Object({
  groupId: Type.Integer({ minimum: 1, maximum: largestId }),
  checkId: TextId(),
})

const groupWriteFaults = [
  'ASSERTION_INVALID',
  'TEMPLATE_INVALID',
  'ALERT_WINDOW_INVALID',
  'ESCALATION_POLICY_UNKNOWN',
  'ALERT_CHANNEL_UNKNOWN',
  'PRIVATE_LOCATION_UNKNOWN',
  'SNIPPET_UNKNOWN',
  ...planFaults,
] as const

const writes = {
  createCheckGroup: operation('POST /v1/check-groups', {
    summary: 'Create a check group that overrides settings of its checks; use /v2 instead',
    ignoresUnknown: true,
    query: AutoAssignQuery,
    body: CheckGroupCreateBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: CheckGroupSchema },
    faults: groupWriteFaults,
    deprecated: true,
  }),
  createCheckGroupV2: operation('POST /v2/check-groups', {
    summary: 'Create a check group; checks join it by their groupId',
    ignoresUnknown: true,
    query: AutoAssignQuery,
    body: CheckGroupV2CreateBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: CheckGroupSchema },
    faults: groupWriteFaults,
  }),
  updateCheckGroup: operation('PUT /v1/check-groups/{id}', {
    summary: 'Update a check group; use /v2 instead',
    ignoresUnknown: true,
    params: byIntegerId,
    query: AutoAssignQuery,
    body: CheckGroupUpdateBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: CheckGroupSchema },
    faults: ['CHECK_GROUP_NOT_FOUND', 'RUNTIME_NOT_SUPPORTED', ...groupWriteFaults],
    deprecated: true,
  }),
  updateCheckGroupV2: operation('PUT /v2/check-groups/{id}', {
    summary: 'Update a check group; absent fields keep their value',
    ignoresUnknown: true,
    params: byIntegerId,
    query: AutoAssignQuery,
    body: CheckGroupV2UpdateBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: CheckGroupSchema },
    faults: ['CHECK_GROUP_NOT_FOUND', 'RUNTIME_NOT_SUPPORTED', ...groupWriteFaults],
  }),
  setCheckGroupOrder: operation('PUT /v1/check-groups/{id}/order', {
    summary: 'Set the order in which the checks of a group run',
    params: byIntegerId,
    body: GroupOrderBodySchema,
    success: { status: 200, schema: GroupOrderSchema },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
  runCheckGroup: operation('POST /v1/check-groups/{id}/run', {
    summary: 'Run the checks of a group now, in their group order and with the concurrency of the group',
    access: 'run',
    params: byIntegerId,
    success: { status: 201, schema: TriggeredSessionsSchema },
    faults: ['CHECK_GROUP_NOT_FOUND', 'NO_CHECK_MATCHED'],
  }),
  deleteCheckGroup: operation('DELETE /v1/check-groups/{id}', {
    summary: 'Delete a check group that contains no checks',
    params: byIntegerId,
    faults: ['CHECK_GROUP_NOT_FOUND', 'CHECK_GROUP_IN_USE'],
  }),
} as const

const reads = {
  listCheckGroups: operation('GET /v1/check-groups', {
    summary: 'List check groups',
    ignoresUnknown: true,
    query: Type.Object({
      ...pageFields,
      tag: TagFilter(),
      name: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { maxItems: 100, description: 'Has one of these.' }),
      ),
    }),
    success: { status: 200, schema: Type.Array(CheckGroupSchema), list: 'page' },
  }),
  getUsesOfCheckGroup: operation('GET /v1/check-groups/{id}/uses', {
    summary: 'List the resources that use a group: checks, channels, maintenance windows, dashboards and triggers',
    params: byIntegerId,
    success: { status: 200, schema: GroupUsesSchema },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
  getCheckGroup: operation('GET /v1/check-groups/{id}', {
    summary: 'Get a check group',
    ignoresUnknown: true,
    params: byIntegerId,
    success: { status: 200, schema: CheckGroupSchema },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
  getCheckGroupOrder: operation('GET /v1/check-groups/{id}/order', {
    summary: 'List the checks of a group in the order in which they run',
    params: byIntegerId,
    success: { status: 200, schema: GroupOrderSchema },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
  listCheckGroupChecks: operation('GET /v1/check-groups/{id}/checks', {
    summary: 'List the checks of a group with the settings of the group applied',
    ignoresUnknown: true,
    params: byIntegerId,
    query: PageQuery,
    success: { status: 200, schema: Type.Array(CheckSchema), list: 'page' },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
  listCheckGroupChecksV2: operation('GET /v2/check-groups/{id}/checks', {
    summary: 'List the checks of a group with group settings applied and project bindings',
    ignoresUnknown: true,
    params: byIntegerId,
    query: PageQuery,
    success: { status: 200, schema: Type.Array(CheckV2Schema), list: 'page' },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
  getCheckGroupCheck: operation('GET /v1/check-groups/{groupId}/checks/{checkId}', {
    summary: 'Get one check of a group with the settings of the group applied',
    ignoresUnknown: true,
    params: byGroupAndCheck,
    success: { status: 200, schema: CheckSchema },
    faults: ['CHECK_GROUP_NOT_FOUND', 'CHECK_NOT_FOUND'],
  }),
  getCheckGroupCheckV2: operation('GET /v2/check-groups/{groupId}/checks/{checkId}', {
    summary: 'Get one check of a group with group settings applied and project bindings',
    ignoresUnknown: true,
    params: byGroupAndCheck,
    success: { status: 200, schema: CheckV2Schema },
    faults: ['CHECK_GROUP_NOT_FOUND', 'CHECK_NOT_FOUND'],
  }),
} as const

export const checkGroupOperations = { ...writes, ...reads } as const
