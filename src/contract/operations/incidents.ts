import Type from 'typebox'
import {
  DashboardIncidentChangeBodySchema,
  DashboardIncidentCreateBodySchema,
  DashboardIncidentSchema,
  DashboardIncidentUpdateBodySchema,
  DashboardIncidentUpdateChangeBodySchema,
  DashboardIncidentUpdateSchema,
} from '../resources/dashboard-incident.ts'
import { byId, TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Incidents')
const byUpdate = Type.Object({ incidentId: TextId(), id: TextId() })

/** The incidents of dashboards; those of status pages are another resource. */
export const incidentOperations = {
  createIncident: operation('POST /v1/incidents', {
    summary: 'Create an incident on a dashboard',
    ignoresUnknown: true,
    body: DashboardIncidentCreateBodySchema,
    success: { status: 200, schema: DashboardIncidentSchema },
    faults: ['TIME_RANGE_INVALID', 'DASHBOARD_UNKNOWN'],
  }),
  getIncident: operation('GET /v1/incidents/{id}', {
    summary: 'Get an incident of a dashboard with its latest update, or with all',
    ignoresUnknown: true,
    params: byId,
    query: Type.Object({ includeAllIncidentUpdates: Type.Optional(Type.Boolean({ default: false })) }),
    success: { status: 200, schema: DashboardIncidentSchema },
    faults: ['INCIDENT_NOT_FOUND'],
  }),
  updateIncident: operation('PUT /v1/incidents/{id}', {
    summary: 'Change name, impact and times of an incident of a dashboard',
    ignoresUnknown: true,
    params: byId,
    body: DashboardIncidentChangeBodySchema,
    success: { status: 200, schema: DashboardIncidentSchema },
    faults: ['INCIDENT_NOT_FOUND', 'TIME_RANGE_INVALID'],
  }),
  deleteIncident: operation('DELETE /v1/incidents/{id}', {
    summary: 'Delete an incident of a dashboard and its updates',
    params: byId,
    faults: ['INCIDENT_NOT_FOUND'],
  }),
  createIncidentUpdate: operation('POST /v1/incidents/{incidentId}/updates', {
    summary: 'Add an update to an incident of a dashboard',
    ignoresUnknown: true,
    params: Type.Object({ incidentId: TextId() }),
    body: DashboardIncidentUpdateBodySchema,
    success: { status: 201, schema: DashboardIncidentUpdateSchema },
    faults: ['INCIDENT_NOT_FOUND'],
  }),
  updateIncidentUpdate: operation('PUT /v1/incidents/{incidentId}/updates/{id}', {
    summary: 'Change the description of an update of an incident of a dashboard',
    ignoresUnknown: true,
    params: byUpdate,
    body: DashboardIncidentUpdateChangeBodySchema,
    success: { status: 200, schema: DashboardIncidentUpdateSchema },
    faults: ['INCIDENT_NOT_FOUND', 'INCIDENT_UPDATE_NOT_FOUND'],
  }),
  deleteIncidentUpdate: operation('DELETE /v1/incidents/{incidentId}/updates/{id}', {
    summary: 'Delete an update of an incident of a dashboard',
    params: byUpdate,
    faults: ['INCIDENT_NOT_FOUND', 'INCIDENT_UPDATE_NOT_FOUND'],
  }),
} as const
