import { AlertPreviewSchema } from '../resources/alert-preview.ts'
import { CheckStatusSchema } from '../resources/check-status.ts'
import { AcknowledgeBodySchema, GroupMuteSchema, SilenceBodySchema } from '../resources/silence.ts'
import { byId, byIntegerId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Silences')
const status = { status: 200, schema: CheckStatusSchema } as const

/** Operations of this service: who works on an alert, and who is not notified for a while. */
export const silenceOperations = {
  getAlertPreview: operation('GET /v1/checks/{id}/alert-preview', {
    summary: 'Preview who would be notified, or why nobody, if a check failed now',
    params: byId,
    success: { status: 200, schema: AlertPreviewSchema },
    faults: ['CHECK_NOT_FOUND'],
  }),
  acknowledgeCheck: operation('POST /v1/checks/{id}/acknowledge', {
    summary: 'Acknowledge the running alert of a check; its reminders stop',
    access: 'run',
    params: byId,
    body: AcknowledgeBodySchema,
    bodyOptional: true,
    success: status,
    faults: ['CHECK_NOT_FOUND', 'NOTHING_TO_ACKNOWLEDGE'],
  }),
  unacknowledgeCheck: operation('DELETE /v1/checks/{id}/acknowledge', {
    summary: 'Remove an acknowledgement; reminders continue',
    access: 'run',
    params: byId,
    faults: ['CHECK_NOT_FOUND'],
  }),
  snoozeCheck: operation('POST /v1/checks/{id}/snooze', {
    summary: 'Send nothing about a check for a while, then notify again if it still fails',
    access: 'run',
    params: byId,
    body: SilenceBodySchema,
    success: status,
    faults: ['CHECK_NOT_FOUND', 'TIME_RANGE_INVALID'],
  }),
  unsnoozeCheck: operation('DELETE /v1/checks/{id}/snooze', {
    summary: 'End the snooze of a check',
    access: 'run',
    params: byId,
    faults: ['CHECK_NOT_FOUND'],
  }),
  muteCheck: operation('POST /v1/checks/{id}/mute', {
    summary: 'Mute a check for a while',
    params: byId,
    body: SilenceBodySchema,
    success: status,
    faults: ['CHECK_NOT_FOUND', 'TIME_RANGE_INVALID'],
  }),
  unmuteCheck: operation('DELETE /v1/checks/{id}/mute', {
    summary: 'Unmute a check, whether it was muted for a while or by its field muted',
    params: byId,
    faults: ['CHECK_NOT_FOUND'],
  }),
  muteCheckGroup: operation('POST /v1/check-groups/{id}/mute', {
    summary: 'Mute the checks of a group for a while',
    params: byIntegerId,
    body: SilenceBodySchema,
    success: { status: 200, schema: GroupMuteSchema },
    faults: ['CHECK_GROUP_NOT_FOUND', 'TIME_RANGE_INVALID'],
  }),
  unmuteCheckGroup: operation('DELETE /v1/check-groups/{id}/mute', {
    summary: 'Unmute a group, whether it was muted for a while or by its field muted',
    params: byIntegerId,
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
} as const
