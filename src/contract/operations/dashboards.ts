import Type from 'typebox'
import { DashboardIncidentSchema } from '../resources/dashboard-incident.ts'
import {
  DashboardChangeBodySchema,
  DashboardCreateBodySchema,
  DashboardPreviewSchema,
  DashboardSchema,
} from '../resources/dashboard.ts'
import { OneOf } from '../schema.ts'
import { PageQuery } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Dashboards')
/** A domain is the longest there is. */
const byDashboard = Type.Object({ dashboardId: Type.String({ minLength: 1, maxLength: 253 }) })

export const dashboardOperations = {
  listDashboards: operation('GET /v1/dashboards', {
    summary: 'List dashboards, oldest first',
    ignoresUnknown: true,
    query: PageQuery,
    success: { status: 200, schema: Type.Array(DashboardSchema), list: 'page' },
  }),
  createDashboard: operation('POST /v1/dashboards', {
    summary: 'Create a dashboard',
    body: DashboardCreateBodySchema,
    bodySize: 'long',
    success: { status: 201, schema: DashboardSchema },
    faults: [...planFaults, 'CUSTOM_DOMAIN_INVALID', 'DASHBOARD_ADDRESS_TAKEN'],
  }),
  getDashboard: operation('GET /v1/dashboards/{dashboardId}', {
    summary: 'Get a dashboard of any account of the key',
    ignoresUnknown: true,
    acrossAccounts: true,
    params: byDashboard,
    query: Type.Object({
      type: Type.Optional(
        OneOf(['customUrl', 'customDomain'], { description: 'What the path contains instead of the dashboardId.' }),
      ),
    }),
    success: { status: 200, schema: DashboardSchema },
    faults: ['DASHBOARD_NOT_FOUND'],
    limit: { requests: 20, seconds: 20 },
  }),
  updateDashboard: operation('PUT /v1/dashboards/{dashboardId}', {
    summary: 'Update a dashboard',
    params: byDashboard,
    body: DashboardChangeBodySchema,
    bodySize: 'long',
    success: { status: 200, schema: DashboardSchema },
    faults: ['DASHBOARD_NOT_FOUND', 'CUSTOM_DOMAIN_INVALID', 'DASHBOARD_ADDRESS_TAKEN'],
  }),
  deleteDashboard: operation('DELETE /v1/dashboards/{dashboardId}', {
    summary: 'Delete a dashboard, its keys and its incidents',
    params: byDashboard,
    faults: ['DASHBOARD_NOT_FOUND'],
  }),
  previewDashboard: operation('POST /v1/dashboards/preview', {
    summary: 'Render the page of a dashboard that is not saved',
    access: 'write',
    readsOnly: true,
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999, default: 1 })),
      dashboardId: Type.Optional(
        Type.String({ minLength: 1, maxLength: 253, description: 'The dashboard whose incidents are shown.' }),
      ),
    }),
    body: DashboardCreateBodySchema,
    bodySize: 'long',
    success: { status: 200, schema: DashboardPreviewSchema },
    faults: ['DASHBOARD_NOT_FOUND'],
  }),
  renewDashboardKey: operation('POST /v1/dashboards/{dashboardId}/keys', {
    summary: 'Replace the key of a private dashboard; the one before opens the page no longer',
    params: byDashboard,
    success: { status: 201, schema: DashboardSchema },
    faults: ['DASHBOARD_NOT_FOUND', 'DASHBOARD_NOT_PRIVATE'],
  }),
  listDashboardIncidents: operation('GET /v1/dashboards/{dashboardId}/incidents', {
    summary: 'List the incidents of a dashboard with all their updates, latest first',
    params: byDashboard,
    query: PageQuery,
    success: { status: 200, schema: Type.Array(DashboardIncidentSchema), list: 'page' },
    faults: ['DASHBOARD_NOT_FOUND'],
  }),
} as const
