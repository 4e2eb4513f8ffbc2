import Type from 'typebox'
import { DashboardChangeBodySchema, DashboardCreateBodySchema, DashboardSchema } from '../resources/dashboard.ts'
import { OneOf } from '../schema.ts'
import { PageQuery } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operation } from './row.ts'

const tag = 'Dashboards'
/** A domain is the longest there is. */
const byDashboard = Type.Object({ dashboardId: Type.String({ minLength: 1, maxLength: 253 }) })

export const dashboardOperations = {
  listDashboards: operation({
    method: 'GET',
    path: '/v1/dashboards',
    tag,
    summary: 'List dashboards, oldest first',
    access: 'read',
    ignoresUnknown: true,
    query: PageQuery,
    success: { status: 200, schema: Type.Array(DashboardSchema), list: 'page' },
    faults: [],
  }),
  createDashboard: operation({
    method: 'POST',
    path: '/v1/dashboards',
    tag,
    summary: 'Create a dashboard',
    access: 'write',
    body: DashboardCreateBodySchema,
    bodySize: 'long',
    success: { status: 201, schema: DashboardSchema },
    faults: [...planFaults, 'CUSTOM_DOMAIN_INVALID', 'DASHBOARD_ADDRESS_TAKEN'],
  }),
  getDashboard: operation({
    method: 'GET',
    path: '/v1/dashboards/{dashboardId}',
    tag,
    summary: 'Get a dashboard of any account of the key',
    access: 'read',
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
  updateDashboard: operation({
    method: 'PUT',
    path: '/v1/dashboards/{dashboardId}',
    tag,
    summary: 'Update a dashboard',
    access: 'write',
    params: byDashboard,
    body: DashboardChangeBodySchema,
    bodySize: 'long',
    success: { status: 200, schema: DashboardSchema },
    faults: ['DASHBOARD_NOT_FOUND', 'CUSTOM_DOMAIN_INVALID', 'DASHBOARD_ADDRESS_TAKEN'],
  }),
  deleteDashboard: operation({
    method: 'DELETE',
    path: '/v1/dashboards/{dashboardId}',
    tag,
    summary: 'Delete a dashboard, its keys and its incidents',
    access: 'write',
    params: byDashboard,
    success: { status: 204 },
    faults: ['DASHBOARD_NOT_FOUND'],
  }),
} as const
