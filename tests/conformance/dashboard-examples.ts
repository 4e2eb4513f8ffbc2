import type { OperationId } from '#contract'
import { randomId } from '#kernel'
import type { Example } from './examples.ts'
import type { SeededAccount } from './seeded-account.ts'

/** Bodies that create a dashboard and its incidents. */
export const dashboardBodies = {
  dashboard: () => ({
    header: 'Dashboard of the conformance tests',
    customUrl: `dashboard-${randomId()}`,
    isPrivate: true,
    enableIncidents: true,
  }),
  dashboardIncident: (dashboardId: number) => ({
    name: 'Incident of a dashboard',
    impact: 'MAJOR',
    dashboardId,
    startedAt: '2026-01-01T10:00:00.000Z',
    stoppedAt: null,
    incidentUpdates: [{ status: 'INVESTIGATING', description: 'We are looking.' }],
  }),
}

const dashboardIncident = { params: (seed: SeededAccount) => ({ id: seed.dashboardIncident.id }) }
const dashboardUpdate = {
  params: ({ dashboardIncident: { id, updateId } }: SeededAccount) => ({ incidentId: id, id: updateId }),
}
const dashboard = { params: (seed: SeededAccount) => ({ dashboardId: seed.dashboard.dashboardId }) }

/** How the operations of dashboards are called. */
export const dashboardExamples = {
  createIncident: { body: ({ dashboard: { id } }: SeededAccount) => dashboardBodies.dashboardIncident(id) },
  getIncident: dashboardIncident,
  updateIncident: { ...dashboardIncident, body: () => ({ name: 'A new name' }) },
  deleteIncident: dashboardIncident,
  createIncidentUpdate: {
    params: ({ dashboardIncident: { id } }: SeededAccount) => ({ incidentId: id }),
    body: () => ({ status: 'RESOLVED', description: 'Done.' }),
  },
  updateIncidentUpdate: { ...dashboardUpdate, body: () => ({ description: 'Other words.' }) },
  deleteIncidentUpdate: dashboardUpdate,
  createDashboard: { body: dashboardBodies.dashboard },
  getDashboard: dashboard,
  updateDashboard: { ...dashboard, body: () => ({ header: 'Other words' }) },
  deleteDashboard: dashboard,
  previewDashboard: { body: dashboardBodies.dashboard },
  renewDashboardKey: dashboard,
  listDashboardIncidents: dashboard,
} satisfies { readonly [K in OperationId]?: Example }
