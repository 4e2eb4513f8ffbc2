import { defaultCursorPageSize } from '#contract'
import type { Handlers } from '#contract'
import {
  changeComponentIncident,
  changeComponentUpdate,
  deleteComponentUpdate,
  deleteIncidentOfPage,
  getComponentIncident,
  getComponentUpdate,
  listComponentIncidentsOfPage,
  listComponentUpdates,
  openComponentIncident,
  postUpdateOfComponents,
  replaceImpacts,
} from '#publishing'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentedCursorList } from '../presenters/cursor-list.ts'
import { presentListedIncident, presentPageIncident } from '../presenters/page-incident.ts'
import { presentIncidentUpdate } from '../presenters/status-page-incident.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { componentPageIdOf } from './component-pages.ts'

interface IncidentParams {
  readonly statusPageId: string
  readonly incidentId: string
}

const incidentOf = (params: IncidentParams) => ({
  statusPageId: componentPageIdOf(params),
  id: uuidFromPath(params.incidentId, 'INCIDENT_NOT_FOUND'),
})
const updateOf = (params: IncidentParams & { readonly incidentUpdateId: string }) => ({
  statusPageId: componentPageIdOf(params),
  incidentId: uuidFromPath(params.incidentId, 'INCIDENT_NOT_FOUND'),
  id: uuidFromPath(params.incidentUpdateId, 'INCIDENT_UPDATE_NOT_FOUND'),
})

const incidentHandlers = {
  listStatusPageIncidentsV3: async ({ params, query }, context) => {
    const { limit = defaultCursorPageSize, nextId } = query
    const input = { statusPageId: componentPageIdOf(params), limit, nextId }
    const found = await listComponentIncidentsOfPage(context.store, callerOf(context), input)
    return presentedCursorList(found, presentListedIncident)
  },

  createStatusPageIncidentV3: async ({ params, body }, context) => {
    const input = { statusPageId: componentPageIdOf(params), body }
    return presentPageIncident(await openComponentIncident(context.store, callerOf(context), input))
  },

  getStatusPageIncidentV3: async ({ params }, context) =>
    presentPageIncident(await getComponentIncident(context.store, callerOf(context), incidentOf(params))),

  updateStatusPageIncidentV3: async ({ params, body }, context) => {
    const input = { ...incidentOf(params), body }
    return presentPageIncident(await changeComponentIncident(context.store, callerOf(context), input))
  },

  deleteStatusPageIncidentV3: ({ params }, context) =>
    deleteIncidentOfPage(context.store, callerOf(context), incidentOf(params)),

  replaceComponentImpactsV3: async ({ params, body }, context) => {
    const input = { ...incidentOf(params), body }
    return presentPageIncident(await replaceImpacts(context.store, callerOf(context), input))
  },
} satisfies Partial<Handlers<RequestContext>>

const updateHandlers = {
  listStatusPageIncidentUpdatesV3: async ({ params }, context) => {
    const updates = await listComponentUpdates(context.store, callerOf(context), incidentOf(params))
    return updates.map(presentIncidentUpdate)
  },

  createStatusPageIncidentUpdateV3: async ({ params, body }, context) => {
    const input = { ...incidentOf(params), body }
    return presentIncidentUpdate(await postUpdateOfComponents(context.store, callerOf(context), input))
  },

  getStatusPageIncidentUpdateV3: async ({ params }, context) =>
    presentIncidentUpdate(await getComponentUpdate(context.store, callerOf(context), updateOf(params))),

  updateStatusPageIncidentUpdateV3: async ({ params, body }, context) => {
    const input = { reference: updateOf(params), body }
    return presentIncidentUpdate(await changeComponentUpdate(context.store, callerOf(context), input))
  },

  deleteStatusPageIncidentUpdateV3: ({ params }, context) =>
    deleteComponentUpdate(context.store, callerOf(context), updateOf(params)),
} satisfies Partial<Handlers<RequestContext>>

export const pageIncidentHandlers = { ...incidentHandlers, ...updateHandlers } satisfies Partial<
  Handlers<RequestContext>
>
