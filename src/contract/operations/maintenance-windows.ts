import Type from 'typebox'
import { largestId } from '../resources/alert-channel-subscription.ts'
import {
  MaintenanceCoverageSchema,
  MaintenanceOccurrencesSchema,
  MaintenanceSchema,
  MaintenanceTimesBodySchema,
  MaintenanceUpdateBodySchema,
  MaintenanceUpdateEditBodySchema,
  MaintenanceUpdateSchema,
  MaintenanceWindowCreateBodySchema,
  MaintenanceWindowSchema,
  MaintenanceWindowUpdateBodySchema,
} from '../resources/maintenance-window.ts'
import { byIntegerId, Instant, pageFields, PageQuery, rangeFields, TextId } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operation } from './row.ts'

const tag = 'Maintenance windows'
const byMaintenance = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: largestId }),
  maintenanceId: TextId(),
})
const byUpdate = Type.Object({ ...byMaintenance.properties, updateId: TextId() })

const Bound = () =>
  Type.Optional(
    Type.Object(
      {
        gt: Type.Optional(Instant()),
        gte: Type.Optional(Instant()),
        lt: Type.Optional(Instant()),
        lte: Type.Optional(Instant()),
      },
      { minProperties: 1, maxProperties: 1, description: 'One comparison, for example `startsAt[gte]=2026-01-01`.' },
    ),
  )

const windowFaults = ['TIME_RANGE_INVALID', 'STATUS_PAGE_UNKNOWN', 'SERVICE_UNKNOWN'] as const
const maintenanceFaults = ['MAINTENANCE_WINDOW_NOT_FOUND', 'MAINTENANCE_NOT_FOUND'] as const
const updateFaults = [...maintenanceFaults, 'MAINTENANCE_UPDATE_NOT_FOUND'] as const

export const maintenanceWindowOperations = {
  listMaintenanceWindows: operation({
    method: 'GET',
    path: '/v1/maintenance-windows',
    tag,
    summary: 'List maintenance windows, optionally by when they start or end',
    access: 'read',
    ignoresUnknown: true,
    query: Type.Object({ ...pageFields, startsAt: Bound(), endsAt: Bound() }),
    success: { status: 200, schema: Type.Array(MaintenanceWindowSchema), list: 'page' },
    faults: ['TIME_RANGE_INVALID'],
  }),
  listMaintenanceOccurrences: operation({
    method: 'GET',
    path: '/v1/maintenance-occurrences',
    tag,
    summary: 'List the maintenances of all windows in a range of at most 366 days, by default the next 31 days',
    access: 'read',
    query: Type.Object({
      ...rangeFields,
      checkId: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'Only those that cover this check.' }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    }),
    success: { status: 200, schema: MaintenanceOccurrencesSchema },
    faults: ['CHECK_NOT_FOUND', 'TIME_RANGE_INVALID'],
  }),
  getMaintenanceCoverage: operation({
    method: 'GET',
    path: '/v1/maintenance-windows/{id}/coverage',
    tag,
    summary: 'Get the checks that a maintenance window pauses or silences',
    access: 'read',
    params: byIntegerId,
    success: { status: 200, schema: MaintenanceCoverageSchema },
    faults: ['MAINTENANCE_WINDOW_NOT_FOUND'],
  }),
  createMaintenanceWindow: operation({
    method: 'POST',
    path: '/v1/maintenance-windows',
    tag,
    summary: 'Create a maintenance window',
    access: 'write',
    body: MaintenanceWindowCreateBodySchema,
    bodySize: 'long',
    success: { status: 201, schema: MaintenanceWindowSchema },
    faults: [...windowFaults, ...planFaults],
  }),
  getMaintenanceWindow: operation({
    method: 'GET',
    path: '/v1/maintenance-windows/{id}',
    tag,
    summary: 'Get a maintenance window',
    access: 'read',
    ignoresUnknown: true,
    params: byIntegerId,
    success: { status: 200, schema: MaintenanceWindowSchema },
    faults: ['MAINTENANCE_WINDOW_NOT_FOUND'],
  }),
  updateMaintenanceWindow: operation({
    method: 'PUT',
    path: '/v1/maintenance-windows/{id}',
    tag,
    summary: 'Update a maintenance window; absent fields keep their value',
    access: 'write',
    params: byIntegerId,
    body: MaintenanceWindowUpdateBodySchema,
    bodySize: 'long',
    success: { status: 200, schema: MaintenanceWindowSchema },
    faults: ['MAINTENANCE_WINDOW_NOT_FOUND', ...windowFaults],
  }),
  deleteMaintenanceWindow: operation({
    method: 'DELETE',
    path: '/v1/maintenance-windows/{id}',
    tag,
    summary: 'Delete a maintenance window with its maintenances; it ends immediately',
    access: 'write',
    params: byIntegerId,
    success: { status: 204 },
    faults: ['MAINTENANCE_WINDOW_NOT_FOUND'],
  }),
  listMaintenances: operation({
    method: 'GET',
    path: '/v1/maintenance-windows/{id}/maintenances',
    tag,
    summary: 'List the maintenances of a window, latest first',
    access: 'read',
    ignoresUnknown: true,
    params: byIntegerId,
    query: Type.Object({
      ...PageQuery.properties,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    }),
    success: { status: 200, schema: Type.Array(MaintenanceSchema), list: 'page' },
    faults: ['MAINTENANCE_WINDOW_NOT_FOUND'],
  }),
  getMaintenance: operation({
    method: 'GET',
    path: '/v1/maintenance-windows/{id}/maintenances/{maintenanceId}',
    tag,
    summary: 'Get one maintenance of a window with its updates',
    access: 'read',
    ignoresUnknown: true,
    params: byMaintenance,
    success: { status: 200, schema: MaintenanceSchema },
    faults: maintenanceFaults,
  }),
  rescheduleMaintenance: operation({
    method: 'PATCH',
    path: '/v1/maintenance-windows/{id}/maintenances/{maintenanceId}',
    tag,
    summary: 'Move, extend or shorten one maintenance',
    access: 'write',
    params: byMaintenance,
    body: MaintenanceTimesBodySchema,
    success: { status: 200, schema: MaintenanceSchema },
    faults: [...maintenanceFaults, 'TIME_RANGE_INVALID'],
  }),
  deleteMaintenance: operation({
    method: 'DELETE',
    path: '/v1/maintenance-windows/{id}/maintenances/{maintenanceId}',
    tag,
    summary: 'Delete one maintenance of a window',
    access: 'write',
    params: byMaintenance,
    success: { status: 204 },
    faults: maintenanceFaults,
  }),
  createMaintenanceUpdate: operation({
    method: 'POST',
    path: '/v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates',
    tag,
    summary: 'Post an update of a published maintenance: start, verify, complete, cancel or reopen it, or only inform',
    access: 'write',
    params: byMaintenance,
    body: MaintenanceUpdateBodySchema,
    success: { status: 201, schema: MaintenanceUpdateSchema },
    faults: [...maintenanceFaults, 'MAINTENANCE_NOT_PUBLISHED', 'MAINTENANCE_STATUS_NOT_POSSIBLE'],
  }),
  updateMaintenanceUpdate: operation({
    method: 'PUT',
    path: '/v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates/{updateId}',
    tag,
    summary: 'Correct an update of a maintenance',
    access: 'write',
    params: byUpdate,
    body: MaintenanceUpdateEditBodySchema,
    success: { status: 200, schema: MaintenanceUpdateSchema },
    faults: [...updateFaults, 'MAINTENANCE_STATUS_NOT_POSSIBLE'],
  }),
  deleteMaintenanceUpdate: operation({
    method: 'DELETE',
    path: '/v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates/{updateId}',
    tag,
    summary: 'Remove an update from the timeline of a maintenance; its changes are kept',
    access: 'write',
    params: byUpdate,
    success: { status: 204 },
    faults: updateFaults,
  }),
} as const
