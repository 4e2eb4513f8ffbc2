import Type from 'typebox'
import { largestId } from '../resources/alert-channel-subscription.ts'
import { CheckGroupTriggerSchema, CheckTriggerSchema } from '../resources/trigger.ts'
import { byCheckId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Triggers')
const byGroupId = Type.Object({ groupId: Type.Integer({ minimum: 1, maximum: largestId }) })

/** URLs that run a check or a group when called; check sessions do the same with a key and return more. */
export const triggerOperations = {
  getCheckTrigger: operation('GET /v1/triggers/checks/{checkId}', {
    summary: 'Get the trigger of a check',
    ignoresUnknown: true,
    params: byCheckId,
    success: { status: 200, schema: CheckTriggerSchema },
    faults: ['TRIGGER_NOT_FOUND'],
    deprecated: true,
  }),
  createCheckTrigger: operation('POST /v1/triggers/checks/{checkId}', {
    summary: 'Create the trigger of a check, or get the one it has',
    params: byCheckId,
    success: { status: 201, schema: CheckTriggerSchema },
    faults: ['CHECK_NOT_FOUND', 'TRIGGER_NOT_POSSIBLE'],
    deprecated: true,
  }),
  deleteCheckTrigger: operation('DELETE /v1/triggers/checks/{checkId}', {
    summary: 'Delete the trigger of a check; its URL stops working',
    params: byCheckId,
    faults: ['TRIGGER_NOT_FOUND'],
    deprecated: true,
  }),
  getCheckGroupTrigger: operation('GET /v1/triggers/check-groups/{groupId}', {
    summary: 'Get the trigger of a check group',
    ignoresUnknown: true,
    params: byGroupId,
    success: { status: 200, schema: CheckGroupTriggerSchema },
    faults: ['TRIGGER_NOT_FOUND'],
    deprecated: true,
  }),
  createCheckGroupTrigger: operation('POST /v1/triggers/check-groups/{groupId}', {
    summary: 'Create the trigger of a check group, or get the one it has',
    params: byGroupId,
    success: { status: 201, schema: CheckGroupTriggerSchema },
    faults: ['CHECK_GROUP_NOT_FOUND'],
    deprecated: true,
  }),
  deleteCheckGroupTrigger: operation('DELETE /v1/triggers/check-groups/{groupId}', {
    summary: 'Delete the trigger of a check group; its URL stops working',
    params: byGroupId,
    faults: ['TRIGGER_NOT_FOUND'],
    deprecated: true,
  }),
} as const
