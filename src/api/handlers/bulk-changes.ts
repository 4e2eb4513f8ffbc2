import type { BulkChangeBody, Handlers } from '#contract'
import { changeChecks, deleteSavedView, listSavedViews, saveView, undoBulkChange } from '#management'
import type { BulkSelection } from '#management'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { rowFilterOf } from './row-filter-of.ts'

function selectionOf({ checkIds, filter, confirmedCount }: BulkChangeBody): BulkSelection {
  const { all = false, ...fields } = filter ?? {}
  const isAllAlone = all && Object.keys(fields).length === 0
  return {
    ids: checkIds ?? null,
    filter: filter && !isAllAlone ? rowFilterOf(fields) : null,
    isAll: all,
    confirmedCount: confirmedCount ?? null,
  }
}

export const bulkChangeHandlers = {
  changeChecks: ({ body }, context) => changeChecks(context.store, callerOf(context), selectionOf(body), body.change),
  undoBulkChange: ({ params }, context) => undoBulkChange(context.store, callerOf(context), params.id),
  listSavedViews: (_input, context) => listSavedViews(context.store, callerOf(context), context.userId),
  saveView: ({ body }, context) => saveView(context.store, callerOf(context), context.userId, body),
  deleteSavedView: ({ params }, context) =>
    deleteSavedView(context.store, callerOf(context), context.userId, params.id),
} satisfies Partial<Handlers<RequestContext>>
