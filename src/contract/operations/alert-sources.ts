import Type from 'typebox'
import {
  AlertSilenceBodySchema,
  AlertSilenceSchema,
  AlertSourceBodySchema,
  AlertSourceSchema,
  AlertSourceUpdateBodySchema,
  NewAlertSourceSchema,
  ReceivedAlertListSchema,
  ReceivedAlertSchema,
} from '../resources/alert-source.ts'
import { AcknowledgeBodySchema } from '../resources/silence.ts'
import { OneOf } from '../schema.ts'
import { byId, cursorFields, TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Alerts of other tools')

/** Operations of this service: where other tools send their alerts, and what people do with them. */
export const alertSourceOperations = {
  listAlertSources: operation('GET /v1/alert-sources', {
    summary: 'List the sources that other tools send alerts to, by name',
    success: { status: 200, schema: Type.Array(AlertSourceSchema) },
  }),
  createAlertSource: operation('POST /v1/alert-sources', {
    summary: 'Create an alert source; its addresses are in this answer only',
    body: AlertSourceBodySchema,
    success: { status: 201, schema: NewAlertSourceSchema },
    faults: ['ALERT_SOURCES_FULL', 'ALERT_CHANNEL_NOT_FOUND', 'CHECK_GROUP_NOT_FOUND'],
  }),
  updateAlertSource: operation('PUT /v1/alert-sources/{id}', {
    summary: 'Update an alert source; absent fields keep their value',
    params: byId,
    body: AlertSourceUpdateBodySchema,
    success: { status: 200, schema: AlertSourceSchema },
    faults: ['ALERT_SOURCE_NOT_FOUND', 'ALERT_CHANNEL_NOT_FOUND', 'CHECK_GROUP_NOT_FOUND'],
  }),
  renewAlertSourceToken: operation('POST /v1/alert-sources/{id}/token', {
    summary: 'Make another token for an alert source; the old addresses stop working',
    params: byId,
    success: { status: 200, schema: NewAlertSourceSchema },
    faults: ['ALERT_SOURCE_NOT_FOUND'],
  }),
  deleteAlertSource: operation('DELETE /v1/alert-sources/{id}', {
    summary: 'Delete an alert source and its alerts',
    params: byId,
    faults: ['ALERT_SOURCE_NOT_FOUND'],
  }),
  listReceivedAlerts: operation('GET /v1/received-alerts', {
    summary: 'List alerts of other tools, the newest first',
    query: Type.Object({
      ...cursorFields,
      state: Type.Optional(OneOf(['FIRING', 'RESOLVED'], { description: 'Default: both.' })),
      sourceId: Type.Optional(TextId()),
      search: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'Part of the name, of a label or of its value.' }),
      ),
    }),
    success: { status: 200, schema: ReceivedAlertListSchema },
    faults: ['CURSOR_INVALID'],
  }),
  getReceivedAlert: operation('GET /v1/received-alerts/{id}', {
    summary: 'Get an alert of another tool',
    params: byId,
    success: { status: 200, schema: ReceivedAlertSchema },
    faults: ['RECEIVED_ALERT_NOT_FOUND'],
  }),
  acknowledgeReceivedAlert: operation('POST /v1/received-alerts/{id}/acknowledge', {
    summary: 'Acknowledge an alert of another tool that fires',
    access: 'run',
    params: byId,
    body: AcknowledgeBodySchema,
    bodyOptional: true,
    success: { status: 200, schema: ReceivedAlertSchema },
    faults: ['RECEIVED_ALERT_NOT_FOUND', 'RECEIVED_ALERT_OVER'],
  }),
  unacknowledgeReceivedAlert: operation('DELETE /v1/received-alerts/{id}/acknowledge', {
    summary: 'Remove the acknowledgement of an alert of another tool',
    access: 'run',
    params: byId,
    faults: ['RECEIVED_ALERT_NOT_FOUND'],
  }),
  listAlertSilences: operation('GET /v1/alert-silences', {
    summary: 'List the silences of alerts of other tools that have not ended, those that end first at the beginning',
    success: { status: 200, schema: Type.Array(AlertSilenceSchema) },
  }),
  createAlertSilence: operation('POST /v1/alert-silences', {
    summary: 'Silence the alerts of other tools whose labels match, for a while',
    access: 'run',
    body: AlertSilenceBodySchema,
    success: { status: 201, schema: AlertSilenceSchema },
    faults: ['ALERT_SILENCES_FULL', 'TIME_RANGE_INVALID'],
  }),
  deleteAlertSilence: operation('DELETE /v1/alert-silences/{id}', {
    summary: 'End a silence; what it held back is sent if it still fires',
    access: 'run',
    params: byId,
    faults: ['ALERT_SILENCE_NOT_FOUND'],
  }),
} as const
