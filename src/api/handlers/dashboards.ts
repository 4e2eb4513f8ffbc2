import { pageWindow } from '#contract'
import type { Handlers } from '#contract'
import {
  createDashboard,
  deleteDashboard,
  draftDashboard,
  getDashboard,
  listDashboardIncidents,
  listDashboards,
  renewDashboardKey,
  updateDashboard,
} from '#publishing'
import { presentDashboardIncident } from '../presenters/dashboard-incident.ts'
import { presentDashboard } from '../presenters/dashboard.ts'
import { presentedPage } from '../presenters/presented-page.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const dashboardHandlers = {
  listDashboards: async ({ query }, context) => {
    const page = pageWindow(query)
    const found = await listDashboards(context.store, callerOf(context), page)
    return presentedPage(found, page.offset, presentDashboard)
  },

  createDashboard: async ({ body }, context) =>
    presentDashboard(await createDashboard(context.store, callerOf(context), { body, publicUrl: context.publicUrl })),

  getDashboard: async ({ params, query }, context) => {
    const address = { by: query.type ?? 'dashboardId', value: params.dashboardId } as const
    const accountIds = context.grants.map(({ accountId }) => accountId)
    return presentDashboard(await getDashboard(context.store, accountIds, address))
  },

  updateDashboard: async ({ params, body }, context) =>
    presentDashboard(
      await updateDashboard(context.store, callerOf(context), {
        dashboardId: params.dashboardId,
        body,
        publicUrl: context.publicUrl,
      }),
    ),

  previewDashboard: async ({ query, body }, context) => {
    const { page = 1, dashboardId = null } = query
    const draft = await draftDashboard(context.store, callerOf(context), { body, dashboardId })
    return context.renderDashboard(draft, page)
  },

  renewDashboardKey: async ({ params }, context) =>
    presentDashboard(await renewDashboardKey(context.store, callerOf(context), params.dashboardId)),

  listDashboardIncidents: async ({ params, query }, context) => {
    const page = pageWindow(query)
    const found = await listDashboardIncidents(context.store, callerOf(context), { ...params, page })
    return presentedPage(found, page.offset, ({ incident, updates }) => presentDashboardIncident(incident, updates))
  },

  deleteDashboard: ({ params }, context) => deleteDashboard(context.store, callerOf(context), params.dashboardId),
} satisfies Partial<Handlers<RequestContext>>
