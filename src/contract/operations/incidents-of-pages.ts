import Type from 'typebox'
import {
  AffectedByChecksSchema,
  IncidentHandlingSchema,
  IncidentOfPagesListSchema,
  IncidentOfPagesSchema,
  IncidentPreviewBodySchema,
  IncidentPreviewSchema,
} from '../resources/incident-of-pages.ts'
import { IncidentTemplateBodySchema, IncidentTemplateSchema } from '../resources/incident-template.ts'
import { OneOf, Uuid } from '../schema.ts'
import { byId, cursorFields, TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Status page incidents')
const byIncident = Type.Object({ incidentId: TextId() })

const incidentOperations = {
  listIncidentsOfPages: operation('GET /v1/status-page-incidents', {
    summary: 'List the incidents of status pages of both versions, open ones first, otherwise newest first',
    query: Type.Object({
      ...cursorFields,
      state: Type.Optional(OneOf(['OPEN', 'RESOLVED'])),
      statusPageId: Type.Optional(Uuid({ description: 'Is shown on this page.' })),
      checkId: Type.Optional(Uuid({ description: 'This check opened it, keeps it open, or was named as its cause.' })),
      search: Type.Optional(Type.String({ maxLength: 255, description: 'Part of the name, case-insensitive.' })),
    }),
    success: { status: 200, schema: IncidentOfPagesListSchema },
    faults: ['CURSOR_INVALID'],
  }),
  getAffectedByChecks: operation('GET /v1/status-page-incidents/affected', {
    summary: 'Get the services and components that an incident of some checks would be about',
    query: Type.Object({ checkId: Type.Array(Uuid(), { minItems: 1, maxItems: 100 }) }),
    success: { status: 200, schema: AffectedByChecksSchema },
  }),
  getIncidentOfPages: operation('GET /v1/status-page-incidents/{incidentId}', {
    summary: 'Get an incident of status pages with what opened it, its alerts and its post-mortem',
    params: byIncident,
    success: { status: 200, schema: IncidentOfPagesSchema },
    faults: ['INCIDENT_NOT_FOUND'],
  }),
  handleIncidentOfPages: operation('PUT /v1/status-page-incidents/{incidentId}', {
    summary: 'Take an incident over or hand it back, publish or hide it, and write its post-mortem',
    params: byIncident,
    body: IncidentHandlingSchema,
    success: { status: 200, schema: IncidentOfPagesSchema },
    faults: ['INCIDENT_NOT_FOUND', 'INCIDENT_NOT_AUTOMATIC', 'POST_MORTEM_MISSING', 'CHECK_UNKNOWN'],
  }),
  previewIncidentOfPages: operation('POST /v1/status-page-incidents/preview', {
    summary: 'See how readers and subscribers would see an update of an incident, and how many are mailed',
    readsOnly: true,
    body: IncidentPreviewBodySchema,
    bodySize: 'long',
    success: { status: 200, schema: IncidentPreviewSchema },
    faults: ['INCIDENT_NOT_FOUND', 'STATUS_PAGE_NOT_FOUND'],
    limit: { requests: 120, seconds: 60 },
  }),
} as const

const templateOperations = {
  listIncidentTemplates: operation('GET /v1/incident-templates', {
    summary: 'List the templates for updates of incidents, by name',
    success: { status: 200, schema: Type.Array(IncidentTemplateSchema) },
  }),
  createIncidentTemplate: operation('POST /v1/incident-templates', {
    summary: 'Create a template for updates of incidents',
    body: IncidentTemplateBodySchema,
    success: { status: 201, schema: IncidentTemplateSchema },
    faults: ['INCIDENT_TEMPLATE_NAME_TAKEN', 'INCIDENT_TEMPLATES_FULL'],
  }),
  updateIncidentTemplate: operation('PUT /v1/incident-templates/{id}', {
    summary: 'Change a template for updates of incidents',
    params: byId,
    body: IncidentTemplateBodySchema,
    success: { status: 200, schema: IncidentTemplateSchema },
    faults: ['INCIDENT_TEMPLATE_NOT_FOUND', 'INCIDENT_TEMPLATE_NAME_TAKEN'],
  }),
  deleteIncidentTemplate: operation('DELETE /v1/incident-templates/{id}', {
    summary: 'Delete a template for updates of incidents',
    params: byId,
    faults: ['INCIDENT_TEMPLATE_NOT_FOUND'],
  }),
} as const

export const incidentOfPagesOperations = { ...incidentOperations, ...templateOperations } as const
