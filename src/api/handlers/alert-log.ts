import { pageWindow } from '#contract'
import type { Handlers } from '#contract'
import { getNotification, listCheckAlerts, listNotifications } from '#reporting'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentCheckAlert, presentNotification, presentNotificationDetail } from '../presenters/alert-log.ts'
import { presentedPage } from '../presenters/presented-page.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const alertLogHandlers = {
  listAlertNotifications: async ({ query }, context) => {
    const page = pageWindow(query)
    const found = await listNotifications(context.store, callerOf(context), query, page)
    return presentedPage(found, page.offset, presentNotification)
  },

  getAlertNotification: async ({ params }, context) => {
    const id = uuidFromPath(params.id, 'ALERT_NOTIFICATION_NOT_FOUND')
    return presentNotificationDetail(await getNotification(context.store, callerOf(context), id))
  },

  listCheckAlerts: async ({ query }, context) => {
    const page = pageWindow(query)
    const found = await listCheckAlerts(context.store, callerOf(context), query, page)
    return presentedPage(found, page.offset, presentCheckAlert)
  },

  listCheckAlertsOfCheck: async ({ params, query }, context) => {
    const page = pageWindow(query)
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    const found = await listCheckAlerts(context.store, callerOf(context), { ...query, checkId }, page)
    return presentedPage(found, page.offset, presentCheckAlert)
  },
} satisfies Partial<Handlers<RequestContext>>
