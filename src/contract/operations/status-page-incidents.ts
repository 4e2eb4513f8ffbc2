import Type from 'typebox'
import {
  IncidentChangeBodySchema,
  IncidentCreateBodySchema,
  IncidentListSchema,
  IncidentSchema,
  IncidentUpdateBodySchema,
  IncidentUpdateChangeBodySchema,
  IncidentUpdateSchema,
} from '../resources/status-page-incident.ts'
import { cursorFields, TextId } from './request-parts.ts'
import { operation } from './row.ts'

const tag = 'Status page incidents'
const incidents = '/v1/status-pages/incidents'
const incident = `${incidents}/{incidentId}` as const
const updates = `${incident}/incident-updates` as const
const update = `${updates}/{incidentUpdateId}` as const
const byIncident = Type.Object({ incidentId: TextId() })
const byUpdate = Type.Object({ incidentId: TextId(), incidentUpdateId: TextId() })

const changeIncident = {
  path: incident,
  tag,
  access: 'write',
  params: byIncident,
  body: IncidentChangeBodySchema,
  bodySize: 'long',
  success: { status: 200, schema: IncidentSchema },
  faults: ['INCIDENT_NOT_FOUND', 'SERVICE_UNKNOWN'],
} as const

const incidentOperations = {
  listStatusPageIncidents: operation({
    method: 'GET',
    path: incidents,
    tag,
    summary: 'List the latest incidents, newest first',
    access: 'read',
    ignoresUnknown: true,
    query: Type.Object(cursorFields),
    success: { status: 200, schema: IncidentListSchema },
    faults: ['CURSOR_INVALID'],
  }),
  createStatusPageIncident: operation({
    method: 'POST',
    path: incidents,
    tag,
    summary: 'Open an incident on services of status pages',
    access: 'write',
    body: IncidentCreateBodySchema,
    bodySize: 'long',
    success: { status: 201, schema: IncidentSchema },
    faults: ['SERVICE_UNKNOWN', 'TIME_RANGE_INVALID'],
  }),
  getStatusPageIncident: operation({
    method: 'GET',
    path: incident,
    tag,
    summary: 'Get an incident',
    access: 'read',
    ignoresUnknown: true,
    params: byIncident,
    success: { status: 200, schema: IncidentSchema },
    faults: ['INCIDENT_NOT_FOUND'],
  }),
  updateStatusPageIncident: operation({
    ...changeIncident,
    method: 'PUT',
    summary: 'Change name, severity and services of an incident',
  }),
  patchStatusPageIncident: operation({
    ...changeIncident,
    method: 'PATCH',
    summary: 'Change name, severity and services of an incident, like PUT',
  }),
  deleteStatusPageIncident: operation({
    method: 'DELETE',
    path: incident,
    tag,
    summary: 'Delete an incident and its updates',
    access: 'write',
    params: byIncident,
    success: { status: 204 },
    faults: ['INCIDENT_NOT_FOUND'],
  }),
} as const

const updateOperations = {
  listStatusPageIncidentUpdates: operation({
    method: 'GET',
    path: updates,
    tag,
    summary: 'List the latest 100 updates of an incident, newest first',
    access: 'read',
    ignoresUnknown: true,
    params: byIncident,
    success: { status: 200, schema: Type.Array(IncidentUpdateSchema) },
    faults: ['INCIDENT_NOT_FOUND'],
  }),
  createStatusPageIncidentUpdate: operation({
    method: 'POST',
    path: updates,
    tag,
    summary: 'Post an update of an incident',
    access: 'write',
    params: byIncident,
    body: IncidentUpdateBodySchema,
    success: { status: 200, schema: IncidentUpdateSchema },
    faults: ['INCIDENT_NOT_FOUND', 'TIME_RANGE_INVALID'],
  }),
  getStatusPageIncidentUpdate: operation({
    method: 'GET',
    path: update,
    tag,
    summary: 'Get an update of an incident',
    access: 'read',
    ignoresUnknown: true,
    params: byUpdate,
    success: { status: 200, schema: IncidentUpdateSchema },
    faults: ['INCIDENT_NOT_FOUND', 'INCIDENT_UPDATE_NOT_FOUND'],
  }),
  updateStatusPageIncidentUpdate: operation({
    method: 'PUT',
    path: update,
    tag,
    summary: 'Change an update of an incident; no mail is sent again',
    access: 'write',
    params: byUpdate,
    body: IncidentUpdateChangeBodySchema,
    success: { status: 200, schema: IncidentUpdateSchema },
    faults: ['INCIDENT_NOT_FOUND', 'INCIDENT_UPDATE_NOT_FOUND', 'TIME_RANGE_INVALID'],
  }),
  deleteStatusPageIncidentUpdate: operation({
    method: 'DELETE',
    path: update,
    tag,
    summary: 'Delete an update of an incident',
    access: 'write',
    params: byUpdate,
    success: { status: 204 },
    faults: ['INCIDENT_NOT_FOUND', 'INCIDENT_UPDATE_NOT_FOUND'],
  }),
} as const

export const statusPageIncidentOperations = { ...incidentOperations, ...updateOperations } as const
