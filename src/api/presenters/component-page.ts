import type { ComponentPageResource, PageComponentResource } from '#contract'
import type { ComponentPageRow, PageComponentRow } from '#storage/status-pages'
import { stampsOf } from './stamps.ts'

export const presentComponentPage = (page: ComponentPageRow): ComponentPageResource => ({
  id: page.id,
  accountId: page.accountId,
  version: 3,
  name: page.name,
  url: page.url,
  customDomain: page.customDomain,
  ...page.settings,
  ...stampsOf(page),
})

export const presentPageComponent = (row: PageComponentRow): PageComponentResource => ({
  id: row.id,
  statusPageId: row.statusPageId,
  parentId: row.parentId,
  type: row.type,
  name: row.name,
  description: row.description,
  displayOrder: row.displayOrder,
  hidden: row.hidden,
  configuration: row.configuration,
  ...stampsOf(row),
})
