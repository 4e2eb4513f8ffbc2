import { AlertPreviewSchema } from '../resources/alert-preview.ts'
import { CheckStatusSchema } from '../resources/check-status.ts'
import { AcknowledgeBodySchema, GroupMuteSchema, SilenceBodySchema } from '../resources/silence.ts'
import { byId, byIntegerId } from './request-parts.ts'
import { operation } from './row.ts'

const tag = 'Silences'
const status = { status: 200, schema: CheckStatusSchema } as const

/** Operations of this service: who works on an alert, and who is not notified for a while. */
export const silenceOperations = {
  getAlertPreview: operation({
    method: 'GET',
    path: '/v1/checks/{id}/alert-preview',
    tag,
    summary: 'Preview who would be notified, or why nobody, if a check failed now',
    access: 'read',
    params: byId,
    success: { status: 200, schema: AlertPreviewSchema },
    faults: ['CHECK_NOT_FOUND'],
  }),
  acknowledgeCheck: operation({
    method: 'POST',
    path: '/v1/checks/{id}/acknowledge',
    tag,
    summary: 'Acknowledge the running alert of a check; its reminders stop',
    access: 'run',
    params: byId,
    body: AcknowledgeBodySchema,
    bodyOptional: true,
    success: status,
    faults: ['CHECK_NOT_FOUND', 'NOTHING_TO_ACKNOWLEDGE'],
  }),
  unacknowledgeCheck: operation({
    method: 'DELETE',
    path: '/v1/checks/{id}/acknowledge',
    tag,
    summary: 'Remove an acknowledgement; reminders continue',
    access: 'run',
    params: byId,
    success: { status: 204 },
    faults: ['CHECK_NOT_FOUND'],
  }),
  snoozeCheck: operation({
    method: 'POST',
    path: '/v1/checks/{id}/snooze',
    tag,
    summary: 'Send nothing about a check for a while, then notify again if it still fails',
    access: 'run',
    params: byId,
    body: SilenceBodySchema,
    success: status,
    faults: ['CHECK_NOT_FOUND', 'TIME_RANGE_INVALID'],
  }),
  unsnoozeCheck: operation({
    method: 'DELETE',
    path: '/v1/checks/{id}/snooze',
    tag,
    summary: 'End the snooze of a check',
    access: 'run',
    params: byId,
    success: { status: 204 },
    faults: ['CHECK_NOT_FOUND'],
  }),
  muteCheck: operation({
    method: 'POST',
    path: '/v1/checks/{id}/mute',
    tag,
    summary: 'Mute a check for a while',
    access: 'write',
    params: byId,
    body: SilenceBodySchema,
    success: status,
    faults: ['CHECK_NOT_FOUND', 'TIME_RANGE_INVALID'],
  }),
  unmuteCheck: operation({
    method: 'DELETE',
    path: '/v1/checks/{id}/mute',
    tag,
    summary: 'Unmute a check, whether it was muted for a while or by its field muted',
    access: 'write',
    params: byId,
    success: { status: 204 },
    faults: ['CHECK_NOT_FOUND'],
  }),
  muteCheckGroup: operation({
    method: 'POST',
    path: '/v1/check-groups/{id}/mute',
    tag,
    summary: 'Mute the checks of a group for a while',
    access: 'write',
    params: byIntegerId,
    body: SilenceBodySchema,
    success: { status: 200, schema: GroupMuteSchema },
    faults: ['CHECK_GROUP_NOT_FOUND', 'TIME_RANGE_INVALID'],
  }),
  unmuteCheckGroup: operation({
    method: 'DELETE',
    path: '/v1/check-groups/{id}/mute',
    tag,
    summary: 'Unmute a group, whether it was muted for a while or by its field muted',
    access: 'write',
    params: byIntegerId,
    success: { status: 204 },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
} as const
