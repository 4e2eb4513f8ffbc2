import { defaultCursorPageSize } from '#contract'
import type { Handlers } from '#contract'
import {
  affectedByChecks,
  createIncidentTemplate,
  deleteIncidentTemplate,
  getIncidentOfPages,
  handleIncident,
  listIncidentsOfPages,
  listIncidentTemplates,
  previewIncident,
  updateIncidentTemplate,
} from '#publishing'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentedCursorList } from '../presenters/cursor-list.ts'
import {
  presentIncidentOfPages,
  presentIncidentPreview,
  presentIncidentTemplate,
  presentListedIncidentOfPages,
} from '../presenters/incident-of-pages.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const incidentIdOf = ({ incidentId }: { readonly incidentId: string }): string =>
  uuidFromPath(incidentId, 'INCIDENT_NOT_FOUND')
const templateIdOf = ({ id }: { readonly id: string }): string => uuidFromPath(id, 'INCIDENT_TEMPLATE_NOT_FOUND')

const presented = async (context: RequestContext, id: string) =>
  presentIncidentOfPages(await getIncidentOfPages(context.store, callerOf(context), id), context.incidentWriter)

export const incidentOfPagesHandlers = {
  listIncidentsOfPages: async ({ query }, context) => {
    const { limit = defaultCursorPageSize } = query
    const found = await listIncidentsOfPages(context.store, callerOf(context), { ...query, limit })
    return presentedCursorList(found, presentListedIncidentOfPages)
  },

  getAffectedByChecks: ({ query }, context) =>
    affectedByChecks(
      context.store,
      callerOf(context),
      query.checkId.map((id) => id.toLowerCase()),
    ),

  getIncidentOfPages: ({ params }, context) => presented(context, incidentIdOf(params)),

  handleIncidentOfPages: async ({ params, body }, context) => {
    const id = incidentIdOf(params)
    await handleIncident(context.store, callerOf(context), { id, body, languages: context.pageLanguages })
    return presented(context, id)
  },

  previewIncidentOfPages: async ({ body }, context) => {
    const input = { body, publicUrl: context.publicUrl, languages: context.pageLanguages }
    return presentIncidentPreview(
      await previewIncident(context.store, callerOf(context), input),
      context.incidentWriter,
    )
  },

  listIncidentTemplates: async (_input, context) =>
    (await listIncidentTemplates(context.store, callerOf(context))).map(presentIncidentTemplate),

  createIncidentTemplate: async ({ body }, context) =>
    presentIncidentTemplate(await createIncidentTemplate(context.store, callerOf(context), body)),

  updateIncidentTemplate: async ({ params, body }, context) => {
    const input = { id: templateIdOf(params), body }
    return presentIncidentTemplate(await updateIncidentTemplate(context.store, callerOf(context), input))
  },

  deleteIncidentTemplate: ({ params }, context) =>
    deleteIncidentTemplate(context.store, callerOf(context), templateIdOf(params)),
} satisfies Partial<Handlers<RequestContext>>
