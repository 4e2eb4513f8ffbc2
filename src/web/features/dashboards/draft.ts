import type { Body } from '../../ui/form/body.ts'
import type { Dashboard } from './api.ts'

/** A new dashboard, as the service would make it. */
export const newDraft: Body = {
  header: '',
  description: null,
  customUrl: null,
  customDomain: null,
  logo: null,
  favicon: null,
  link: null,
  width: 'FULL',
  refreshRate: 60,
  paginate: true,
  paginationRate: 60,
  checksPerPage: 15,
  sortByStatus: true,
  tags: [],
  useTagsAndOperator: false,
  hideTags: false,
  enableIncidents: false,
  expandChecks: false,
  showHeader: true,
  showCheckRunLinks: false,
  showGroupNames: true,
  showP95: true,
  showP99: true,
  customCSS: '',
  isPrivate: false,
}

/** The fields of a dashboard that can be written. */
export const draftOf = (dashboard: Dashboard): Body => {
  const stored: Body = dashboard
  return Object.fromEntries(Object.keys(newDraft).map((name) => [name, stored[name]]))
}
