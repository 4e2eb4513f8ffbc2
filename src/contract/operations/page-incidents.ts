import Type from 'typebox'
import {
  ImpactTimelineSchema,
  PageIncidentBodySchema,
  PageIncidentChangeSchema,
  PageIncidentListSchema,
  PageIncidentSchema,
  PageIncidentUpdateBodySchema,
  PageIncidentUpdateChangeSchema,
  PageIncidentUpdateSchema,
} from '../resources/page-incident.ts'
import { cursorFields, TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Status pages v3')
const byStatusPage = Type.Object({ statusPageId: TextId() })
const byIncident = Type.Object({ statusPageId: TextId(), incidentId: TextId() })
const byUpdate = Type.Object({ statusPageId: TextId(), incidentId: TextId(), incidentUpdateId: TextId() })
const notFound = ['STATUS_PAGE_NOT_FOUND', 'INCIDENT_NOT_FOUND'] as const

const incidentOperations = {
  listStatusPageIncidentsV3: operation('GET /v3/status-pages/{statusPageId}/incidents', {
    summary: 'List the incidents of a status page without their updates, the one that was updated last first',
    params: byStatusPage,
    query: Type.Object(cursorFields),
    success: { status: 200, schema: PageIncidentListSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'CURSOR_INVALID'],
  }),
  createStatusPageIncidentV3: operation('POST /v3/status-pages/{statusPageId}/incidents', {
    summary: 'Open an incident on a status page',
    params: byStatusPage,
    body: PageIncidentBodySchema,
    bodySize: 'long',
    success: { status: 201, schema: PageIncidentSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'COMPONENT_UNKNOWN', 'TIME_RANGE_INVALID'],
  }),
  getStatusPageIncidentV3: operation('GET /v3/status-pages/{statusPageId}/incidents/{incidentId}', {
    summary: 'Get an incident of a status page',
    params: byIncident,
    success: { status: 200, schema: PageIncidentSchema },
    faults: notFound,
  }),
  updateStatusPageIncidentV3: operation('PUT /v3/status-pages/{statusPageId}/incidents/{incidentId}', {
    summary: 'Rename an incident of a status page, and set the current status of its components',
    params: byIncident,
    body: PageIncidentChangeSchema,
    bodySize: 'long',
    success: { status: 200, schema: PageIncidentSchema },
    faults: [...notFound, 'COMPONENT_UNKNOWN', 'INCIDENT_RESOLVED'],
  }),
  deleteStatusPageIncidentV3: operation('DELETE /v3/status-pages/{statusPageId}/incidents/{incidentId}', {
    summary: 'Delete an incident of a status page, its updates and its impacts',
    params: byIncident,
    faults: notFound,
  }),
  replaceComponentImpactsV3: operation('PUT /v3/status-pages/{statusPageId}/incidents/{incidentId}/component-impacts', {
    summary: 'Replace all impacts of an incident, to correct when what was affected',
    params: byIncident,
    body: ImpactTimelineSchema,
    bodySize: 'long',
    success: { status: 200, schema: PageIncidentSchema },
    faults: [...notFound, 'COMPONENT_UNKNOWN', 'TIME_RANGE_INVALID', 'INCIDENT_RESOLVED'],
  }),
} as const

const updateOperations = {
  listStatusPageIncidentUpdatesV3: operation(
    'GET /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates',
    {
      summary: 'List the latest 100 updates of an incident, newest first',
      params: byIncident,
      success: { status: 200, schema: Type.Array(PageIncidentUpdateSchema) },
      faults: notFound,
    },
  ),
  createStatusPageIncidentUpdateV3: operation(
    'POST /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates',
    {
      summary: 'Post an update of an incident; RESOLVED ends its impacts',
      params: byIncident,
      body: PageIncidentUpdateBodySchema,
      success: { status: 201, schema: PageIncidentUpdateSchema },
      faults: [...notFound, 'TIME_RANGE_INVALID'],
    },
  ),
  getStatusPageIncidentUpdateV3: operation(
    'GET /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates/{incidentUpdateId}',
    {
      summary: 'Get an update of an incident',
      params: byUpdate,
      success: { status: 200, schema: PageIncidentUpdateSchema },
      faults: [...notFound, 'INCIDENT_UPDATE_NOT_FOUND'],
    },
  ),
  updateStatusPageIncidentUpdateV3: operation(
    'PUT /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates/{incidentUpdateId}',
    {
      summary: 'Change an update of an incident; no mail is sent again',
      params: byUpdate,
      body: PageIncidentUpdateChangeSchema,
      success: { status: 200, schema: PageIncidentUpdateSchema },
      faults: [...notFound, 'INCIDENT_UPDATE_NOT_FOUND', 'TIME_RANGE_INVALID'],
    },
  ),
  deleteStatusPageIncidentUpdateV3: operation(
    'DELETE /v3/status-pages/{statusPageId}/incidents/{incidentId}/incident-updates/{incidentUpdateId}',
    {
      summary: 'Delete an update of an incident, but not the last one',
      params: byUpdate,
      faults: [...notFound, 'INCIDENT_UPDATE_NOT_FOUND', 'LAST_INCIDENT_UPDATE'],
    },
  ),
} as const

export const pageIncidentOperations = { ...incidentOperations, ...updateOperations } as const
