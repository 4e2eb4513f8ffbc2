import type { Handlers } from '#contract'
import {
  addUpdateToDashboardIncident,
  changeDashboardIncident,
  changeUpdateOfDashboardIncident,
  createDashboardIncident,
  deleteDashboardIncident,
  deleteUpdateOfDashboardIncident,
  getDashboardIncident,
} from '#publishing'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentDashboardIncident, presentDashboardIncidentUpdate } from '../presenters/dashboard-incident.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const incidentId = (id: string): string => uuidFromPath(id, 'INCIDENT_NOT_FOUND')
const referenceOf = (params: { readonly incidentId: string; readonly id: string }) => ({
  incidentId: incidentId(params.incidentId),
  id: uuidFromPath(params.id, 'INCIDENT_UPDATE_NOT_FOUND'),
})

export const incidentHandlers = {
  createIncident: async ({ body }, context) => {
    const { incident, updates } = await createDashboardIncident(context.store, callerOf(context), body)
    return presentDashboardIncident(incident, updates)
  },

  getIncident: async ({ params, query }, context) => {
    const { includeAllIncidentUpdates: includeAllUpdates = false } = query
    const requested = { id: incidentId(params.id), includeAllUpdates }
    const { incident, updates } = await getDashboardIncident(context.store, callerOf(context), requested)
    return presentDashboardIncident(incident, updates)
  },

  updateIncident: async ({ params, body }, context) => {
    const change = { id: incidentId(params.id), body }
    return presentDashboardIncident(await changeDashboardIncident(context.store, callerOf(context), change), null)
  },

  deleteIncident: ({ params }, context) =>
    deleteDashboardIncident(context.store, callerOf(context), incidentId(params.id)),

  createIncidentUpdate: async ({ params, body }, context) => {
    const update = { incidentId: incidentId(params.incidentId), body }
    return presentDashboardIncidentUpdate(await addUpdateToDashboardIncident(context.store, callerOf(context), update))
  },

  updateIncidentUpdate: async ({ params, body }, context) => {
    const change = { reference: referenceOf(params), description: body.description }
    return presentDashboardIncidentUpdate(
      await changeUpdateOfDashboardIncident(context.store, callerOf(context), change),
    )
  },

  deleteIncidentUpdate: ({ params }, context) =>
    deleteUpdateOfDashboardIncident(context.store, callerOf(context), referenceOf(params)),
} satisfies Partial<Handlers<RequestContext>>
