import Type from 'typebox'
import { largestId } from '../resources/alert-channel-subscription.ts'
import { CheckGroupTriggerSchema, CheckTriggerSchema } from '../resources/trigger.ts'
import { byCheckId } from './request-parts.ts'
import { operation } from './row.ts'

const tag = 'Triggers'
const byGroupId = Type.Object({ groupId: Type.Integer({ minimum: 1, maximum: largestId }) })

/** URLs that run a check or a group when called; check sessions do the same with a key and return more. */
export const triggerOperations = {
  getCheckTrigger: operation({
    method: 'GET',
    path: '/v1/triggers/checks/{checkId}',
    tag,
    summary: 'Get the trigger of a check',
    access: 'read',
    ignoresUnknown: true,
    params: byCheckId,
    success: { status: 200, schema: CheckTriggerSchema },
    faults: ['TRIGGER_NOT_FOUND'],
    deprecated: true,
  }),
  createCheckTrigger: operation({
    method: 'POST',
    path: '/v1/triggers/checks/{checkId}',
    tag,
    summary: 'Create the trigger of a check, or get the one it has',
    access: 'write',
    params: byCheckId,
    success: { status: 201, schema: CheckTriggerSchema },
    faults: ['CHECK_NOT_FOUND', 'TRIGGER_NOT_POSSIBLE'],
    deprecated: true,
  }),
  deleteCheckTrigger: operation({
    method: 'DELETE',
    path: '/v1/triggers/checks/{checkId}',
    tag,
    summary: 'Delete the trigger of a check; its URL stops working',
    access: 'write',
    params: byCheckId,
    success: { status: 204 },
    faults: ['TRIGGER_NOT_FOUND'],
    deprecated: true,
  }),
  getCheckGroupTrigger: operation({
    method: 'GET',
    path: '/v1/triggers/check-groups/{groupId}',
    tag,
    summary: 'Get the trigger of a check group',
    access: 'read',
    ignoresUnknown: true,
    params: byGroupId,
    success: { status: 200, schema: CheckGroupTriggerSchema },
    faults: ['TRIGGER_NOT_FOUND'],
    deprecated: true,
  }),
  createCheckGroupTrigger: operation({
    method: 'POST',
    path: '/v1/triggers/check-groups/{groupId}',
    tag,
    summary: 'Create the trigger of a check group, or get the one it has',
    access: 'write',
    params: byGroupId,
    success: { status: 201, schema: CheckGroupTriggerSchema },
    faults: ['CHECK_GROUP_NOT_FOUND'],
    deprecated: true,
  }),
  deleteCheckGroupTrigger: operation({
    method: 'DELETE',
    path: '/v1/triggers/check-groups/{groupId}',
    tag,
    summary: 'Delete the trigger of a check group; its URL stops working',
    access: 'write',
    params: byGroupId,
    success: { status: 204 },
    faults: ['TRIGGER_NOT_FOUND'],
    deprecated: true,
  }),
} as const
