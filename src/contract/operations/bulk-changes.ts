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
import { operationsOf } from './row.ts'

const operation = operationsOf('Bulk changes')

export const bulkChangeOperations = {
  changeChecks: operation('POST /v1/bulk-changes', {
    summary: 'Change or delete many checks, selected by id or by filter, in one transaction',
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
  undoBulkChange: operation('POST /v1/bulk-changes/{id}/undo', {
    summary: 'Undo a bulk change within an hour; checks that changed since are left as they are',
    params: byId,
    success: { status: 200, schema: UndoneChangeSchema },
    faults: ['BULK_CHANGE_NOT_FOUND', ...planFaults],
    limit: { requests: 60, seconds: 60 },
  }),
  listSavedViews: operation('GET /v1/saved-views', {
    summary: 'List the filters that the person has saved in this account, by name',
    success: { status: 200, schema: Type.Array(SavedViewSchema) },
  }),
  saveView: operation('POST /v1/saved-views', {
    summary: 'Save a filter under a name; one of the same name is replaced',
    access: 'read',
    body: SavedViewBodySchema,
    success: { status: 200, schema: SavedViewSchema },
    faults: ['PERSON_REQUIRED', 'SAVED_VIEWS_FULL'],
  }),
  deleteSavedView: operation('DELETE /v1/saved-views/{id}', {
    summary: 'Delete a saved filter',
    access: 'read',
    params: byId,
    faults: ['SAVED_VIEW_NOT_FOUND'],
  }),
} as const
