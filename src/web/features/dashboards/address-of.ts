import { serviceUrl } from '../../api/call.ts'
import type { Dashboard } from './api.ts'

/** Where readers find the page of a dashboard. */
export const addressOf = ({
  dashboardId,
  customUrl,
  customDomain,
}: Pick<Dashboard, 'dashboardId' | 'customUrl' | 'customDomain'>): string =>
  customDomain === null ? serviceUrl(`/dashboards/${customUrl ?? dashboardId}`) : `https://${customDomain}/`
