import Type from 'typebox'
import {
  BulkChangeBodySchema,
  BulkChangeSchema,
  SavedViewBodySchema,
  SavedViewSchema,
  UndoneChangeSchema,
} from '../resources/bulk-change.ts'
import { checkWriteFaults } from './check-type-rows.ts'
import { planFaults } from './operation-faults.ts'
import { byId } from './request-parts.ts'
import { operation } from './row.ts'

const tag = 'Bulk changes'

export const bulkChangeOperations = {
  changeChecks: operation({
    method: 'POST',
    path: '/v1/bulk-changes',
    tag,
    summary: 'Change or delete many checks, selected by id or by filter, in one transaction',
    access: 'write',
    body: BulkChangeBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: BulkChangeSchema },
    faults: [
      'CHECK_NOT_FOUND',
      'BULK_SELECTION_INVALID',
      'BULK_FILTER_EMPTY',
      'BULK_CHANGE_UNCONFIRMED',
      'BULK_TOO_LARGE',
      ...checkWriteFaults,
    ],
    limit: { requests: 60, seconds: 60 },
  }),
  undoBulkChange: operation({
    method: 'POST',
    path: '/v1/bulk-changes/{id}/undo',
    tag,
    summary: 'Undo a bulk change within an hour; checks that changed since are left as they are',
    access: 'write',
    params: byId,
    success: { status: 200, schema: UndoneChangeSchema },
    faults: ['BULK_CHANGE_NOT_FOUND', ...planFaults],
    limit: { requests: 60, seconds: 60 },
  }),
  listSavedViews: operation({
    method: 'GET',
    path: '/v1/saved-views',
    tag,
    summary: 'List the filters that the person has saved in this account, by name',
    access: 'read',
    success: { status: 200, schema: Type.Array(SavedViewSchema) },
    faults: [],
  }),
  saveView: operation({
    method: 'POST',
    path: '/v1/saved-views',
    tag,
    summary: 'Save a filter under a name; one of the same name is replaced',
    access: 'read',
    body: SavedViewBodySchema,
    success: { status: 200, schema: SavedViewSchema },
    faults: ['PERSON_REQUIRED', 'SAVED_VIEWS_FULL'],
  }),
  deleteSavedView: operation({
    method: 'DELETE',
    path: '/v1/saved-views/{id}',
    tag,
    summary: 'Delete a saved filter',
    access: 'read',
    params: byId,
    success: { status: 204 },
    faults: ['SAVED_VIEW_NOT_FOUND'],
  }),
} as const
