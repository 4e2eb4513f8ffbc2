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
import { operationsOf } from './row.ts'

const operation = operationsOf('Status page incidents')
const byIncident = Type.Object({ incidentId: TextId() })
const byUpdate = Type.Object({ incidentId: TextId(), incidentUpdateId: TextId() })

const changeIncident = {
  access: 'write',
  params: byIncident,
  body: IncidentChangeBodySchema,
  bodySize: 'long',
  success: { status: 200, schema: IncidentSchema },
  faults: ['INCIDENT_NOT_FOUND', 'SERVICE_UNKNOWN'],
} as const

const incidentOperations = {
  listStatusPageIncidents: operation('GET /v1/status-pages/incidents', {
    summary: 'List the latest incidents, newest first',
    ignoresUnknown: true,
    query: Type.Object(cursorFields),
    success: { status: 200, schema: IncidentListSchema },
    faults: ['CURSOR_INVALID'],
  }),
  createStatusPageIncident: operation('POST /v1/status-pages/incidents', {
    summary: 'Open an incident on services of status pages',
    body: IncidentCreateBodySchema,
    bodySize: 'long',
    success: { status: 201, schema: IncidentSchema },
    faults: ['SERVICE_UNKNOWN', 'TIME_RANGE_INVALID'],
  }),
  getStatusPageIncident: operation('GET /v1/status-pages/incidents/{incidentId}', {
    summary: 'Get an incident',
    ignoresUnknown: true,
    params: byIncident,
    success: { status: 200, schema: IncidentSchema },
    faults: ['INCIDENT_NOT_FOUND'],
  }),
  updateStatusPageIncident: operation('PUT /v1/status-pages/incidents/{incidentId}', {
    ...changeIncident,
    summary: 'Change name, severity and services of an incident',
  }),
  patchStatusPageIncident: operation('PATCH /v1/status-pages/incidents/{incidentId}', {
    ...changeIncident,
    summary: 'Change name, severity and services of an incident, like PUT',
  }),
  deleteStatusPageIncident: operation('DELETE /v1/status-pages/incidents/{incidentId}', {
    summary: 'Delete an incident and its updates',
    params: byIncident,
    faults: ['INCIDENT_NOT_FOUND'],
  }),
} as const

const updateOperations = {
  listStatusPageIncidentUpdates: operation('GET /v1/status-pages/incidents/{incidentId}/incident-updates', {
    summary: 'List the latest 100 updates of an incident, newest first',
    ignoresUnknown: true,
    params: byIncident,
    success: { status: 200, schema: Type.Array(IncidentUpdateSchema) },
    faults: ['INCIDENT_NOT_FOUND'],
  }),
  createStatusPageIncidentUpdate: operation('POST /v1/status-pages/incidents/{incidentId}/incident-updates', {
    summary: 'Post an update of an incident',
    params: byIncident,
    body: IncidentUpdateBodySchema,
    success: { status: 200, schema: IncidentUpdateSchema },
    faults: ['INCIDENT_NOT_FOUND', 'TIME_RANGE_INVALID'],
  }),
  getStatusPageIncidentUpdate: operation(
    'GET /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}',
    {
      summary: 'Get an update of an incident',
      ignoresUnknown: true,
      params: byUpdate,
      success: { status: 200, schema: IncidentUpdateSchema },
      faults: ['INCIDENT_NOT_FOUND', 'INCIDENT_UPDATE_NOT_FOUND'],
    },
  ),
  updateStatusPageIncidentUpdate: operation(
    'PUT /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}',
    {
      summary: 'Change an update of an incident; no mail is sent again',
      params: byUpdate,
      body: IncidentUpdateChangeBodySchema,
      success: { status: 200, schema: IncidentUpdateSchema },
      faults: ['INCIDENT_NOT_FOUND', 'INCIDENT_UPDATE_NOT_FOUND', 'TIME_RANGE_INVALID'],
    },
  ),
  deleteStatusPageIncidentUpdate: operation(
    'DELETE /v1/status-pages/incidents/{incidentId}/incident-updates/{incidentUpdateId}',
    {
      summary: 'Delete an update of an incident',
      params: byUpdate,
      faults: ['INCIDENT_NOT_FOUND', 'INCIDENT_UPDATE_NOT_FOUND'],
    },
  ),
} as const

export const statusPageIncidentOperations = { ...incidentOperations, ...updateOperations } as const
