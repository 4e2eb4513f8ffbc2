import { defaultCursorPageSize } from '#contract'
import type { Handlers } from '#contract'
import {
  changeIncident,
  changeUpdateOfIncident,
  deleteIncidentOfAccount,
  deleteUpdateOfIncident,
  getIncidentOfAccount,
  getUpdateOfIncident,
  listIncidentsOfAccount,
  listUpdatesOfIncident,
  openIncident,
  postUpdateOfIncident,
} from '#publishing'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentedCursorList } from '../presenters/cursor-list.ts'
import { presentIncident, presentIncidentUpdate } from '../presenters/status-page-incident.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const idOf = ({ incidentId }: { readonly incidentId: string }): string => uuidFromPath(incidentId, 'INCIDENT_NOT_FOUND')
const referenceOf = (params: { readonly incidentId: string; readonly incidentUpdateId: string }) => ({
  incidentId: idOf(params),
  id: uuidFromPath(params.incidentUpdateId, 'INCIDENT_UPDATE_NOT_FOUND'),
})

const change = async (requested: Parameters<typeof changeIncident>[2], context: RequestContext) =>
  presentIncident(await changeIncident(context.store, callerOf(context), requested), context)

export const statusPageIncidentHandlers = {
  listStatusPageIncidents: async ({ query }, context) => {
    const { limit = defaultCursorPageSize, nextId } = query
    const found = await listIncidentsOfAccount(context.store, callerOf(context), { limit, nextId })
    return presentedCursorList(found, (incident) => presentIncident(incident, context))
  },

  createStatusPageIncident: async ({ body }, context) =>
    presentIncident(await openIncident(context.store, callerOf(context), body), context),

  getStatusPageIncident: async ({ params }, context) =>
    presentIncident(await getIncidentOfAccount(context.store, callerOf(context), idOf(params)), context),

  updateStatusPageIncident: ({ params, body }, context) => change({ id: idOf(params), body }, context),
  patchStatusPageIncident: ({ params, body }, context) => change({ id: idOf(params), body }, context),

  deleteStatusPageIncident: ({ params }, context) =>
    deleteIncidentOfAccount(context.store, callerOf(context), idOf(params)),

  listStatusPageIncidentUpdates: async ({ params }, context) =>
    (await listUpdatesOfIncident(context.store, callerOf(context), idOf(params))).map(presentIncidentUpdate),

  createStatusPageIncidentUpdate: async ({ params, body }, context) => {
    const update = { incidentId: idOf(params), body }
    return presentIncidentUpdate(await postUpdateOfIncident(context.store, callerOf(context), update))
  },

  getStatusPageIncidentUpdate: async ({ params }, context) =>
    presentIncidentUpdate(await getUpdateOfIncident(context.store, callerOf(context), referenceOf(params))),

  updateStatusPageIncidentUpdate: async ({ params, body }, context) => {
    const change = { reference: referenceOf(params), body }
    return presentIncidentUpdate(await changeUpdateOfIncident(context.store, callerOf(context), change))
  },

  deleteStatusPageIncidentUpdate: ({ params }, context) =>
    deleteUpdateOfIncident(context.store, callerOf(context), referenceOf(params)),
} satisfies Partial<Handlers<RequestContext>>
