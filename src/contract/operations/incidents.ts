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
import { operation } from './row.ts'

const tag = 'Incidents'
const byUpdate = Type.Object({ incidentId: TextId(), id: TextId() })

/** The incidents of dashboards; those of status pages are another resource. */
export const incidentOperations = {
  createIncident: operation({
    method: 'POST',
    path: '/v1/incidents',
    tag,
    summary: 'Create an incident on a dashboard',
    access: 'write',
    ignoresUnknown: true,
    body: DashboardIncidentCreateBodySchema,
    success: { status: 200, schema: DashboardIncidentSchema },
    faults: ['TIME_RANGE_INVALID', 'DASHBOARD_UNKNOWN'],
  }),
  getIncident: operation({
    method: 'GET',
    path: '/v1/incidents/{id}',
    tag,
    summary: 'Get an incident of a dashboard with its latest update, or with all',
    access: 'read',
    ignoresUnknown: true,
    params: byId,
    query: Type.Object({ includeAllIncidentUpdates: Type.Optional(Type.Boolean({ default: false })) }),
    success: { status: 200, schema: DashboardIncidentSchema },
    faults: ['INCIDENT_NOT_FOUND'],
  }),
  updateIncident: operation({
    method: 'PUT',
    path: '/v1/incidents/{id}',
    tag,
    summary: 'Change name, impact and times of an incident of a dashboard',
    access: 'write',
    ignoresUnknown: true,
    params: byId,
    body: DashboardIncidentChangeBodySchema,
    success: { status: 200, schema: DashboardIncidentSchema },
    faults: ['INCIDENT_NOT_FOUND', 'TIME_RANGE_INVALID'],
  }),
  deleteIncident: operation({
    method: 'DELETE',
    path: '/v1/incidents/{id}',
    tag,
    summary: 'Delete an incident of a dashboard and its updates',
    access: 'write',
    params: byId,
    success: { status: 204 },
    faults: ['INCIDENT_NOT_FOUND'],
  }),
  createIncidentUpdate: operation({
    method: 'POST',
    path: '/v1/incidents/{incidentId}/updates',
    tag,
    summary: 'Add an update to an incident of a dashboard',
    access: 'write',
    ignoresUnknown: true,
    params: Type.Object({ incidentId: TextId() }),
    body: DashboardIncidentUpdateBodySchema,
    success: { status: 201, schema: DashboardIncidentUpdateSchema },
    faults: ['INCIDENT_NOT_FOUND'],
  }),
  updateIncidentUpdate: operation({
    method: 'PUT',
    path: '/v1/incidents/{incidentId}/updates/{id}',
    tag,
    summary: 'Change the description of an update of an incident of a dashboard',
    access: 'write',
    ignoresUnknown: true,
    params: byUpdate,
    body: DashboardIncidentUpdateChangeBodySchema,
    success: { status: 200, schema: DashboardIncidentUpdateSchema },
    faults: ['INCIDENT_NOT_FOUND', 'INCIDENT_UPDATE_NOT_FOUND'],
  }),
  deleteIncidentUpdate: operation({
    method: 'DELETE',
    path: '/v1/incidents/{incidentId}/updates/{id}',
    tag,
    summary: 'Delete an update of an incident of a dashboard',
    access: 'write',
    params: byUpdate,
    success: { status: 204 },
    faults: ['INCIDENT_NOT_FOUND', 'INCIDENT_UPDATE_NOT_FOUND'],
  }),
} as const
