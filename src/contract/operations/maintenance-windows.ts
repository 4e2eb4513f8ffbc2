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
import {
  MaintenanceEffectSchema,
  MaintenancePreviewBodySchema,
  MaintenancePreviewSchema,
  MaintenanceScheduleSchema,
  MaintenanceStartBodySchema,
} from '../resources/maintenance-preview.ts'
import { byIntegerId, Instant, pageFields, PageQuery, rangeFields, TextId } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Maintenance windows')
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
  listMaintenanceWindows: operation('GET /v1/maintenance-windows', {
    summary: 'List maintenance windows, optionally by when they start or end',
    ignoresUnknown: true,
    query: Type.Object({ ...pageFields, startsAt: Bound(), endsAt: Bound() }),
    success: { status: 200, schema: Type.Array(MaintenanceWindowSchema), list: 'page' },
    faults: ['TIME_RANGE_INVALID'],
  }),
  listMaintenanceOccurrences: operation('GET /v1/maintenance-occurrences', {
    summary: 'List the maintenances of all windows in a range of at most 366 days, by default the next 31 days',
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
  listMaintenanceSchedule: operation('GET /v1/maintenance-schedule', {
    summary: 'List all maintenance windows with the maintenance under way, the next and the last one of each',
    success: { status: 200, schema: MaintenanceScheduleSchema },
  }),
  previewMaintenanceWindow: operation('POST /v1/maintenance-windows/preview', {
    summary: 'Get the next occurrences of a maintenance window and what it covers, without saving it',
    access: 'read',
    readsOnly: true,
    body: MaintenancePreviewBodySchema,
    bodySize: 'long',
    success: { status: 200, schema: MaintenancePreviewSchema },
    faults: windowFaults,
  }),
  getMaintenanceCoverage: operation('GET /v1/maintenance-windows/{id}/coverage', {
    summary: 'Get the checks that a maintenance window pauses or silences',
    params: byIntegerId,
    success: { status: 200, schema: MaintenanceCoverageSchema },
    faults: ['MAINTENANCE_WINDOW_NOT_FOUND'],
  }),
  createMaintenanceWindow: operation('POST /v1/maintenance-windows', {
    summary: 'Create a maintenance window',
    body: MaintenanceWindowCreateBodySchema,
    bodySize: 'long',
    success: { status: 201, schema: MaintenanceWindowSchema },
    faults: [...windowFaults, ...planFaults],
  }),
  getMaintenanceWindow: operation('GET /v1/maintenance-windows/{id}', {
    summary: 'Get a maintenance window',
    ignoresUnknown: true,
    params: byIntegerId,
    success: { status: 200, schema: MaintenanceWindowSchema },
    faults: ['MAINTENANCE_WINDOW_NOT_FOUND'],
  }),
  updateMaintenanceWindow: operation('PUT /v1/maintenance-windows/{id}', {
    summary: 'Update a maintenance window; absent fields keep their value',
    params: byIntegerId,
    body: MaintenanceWindowUpdateBodySchema,
    bodySize: 'long',
    success: { status: 200, schema: MaintenanceWindowSchema },
    faults: ['MAINTENANCE_WINDOW_NOT_FOUND', ...windowFaults],
  }),
  deleteMaintenanceWindow: operation('DELETE /v1/maintenance-windows/{id}', {
    summary: 'Delete a maintenance window with its maintenances; it ends immediately',
    params: byIntegerId,
    faults: ['MAINTENANCE_WINDOW_NOT_FOUND'],
  }),
  startMaintenance: operation('POST /v1/maintenance-windows/{id}/start', {
    summary: 'Start a maintenance of a window now, besides those it has planned',
    params: byIntegerId,
    body: MaintenanceStartBodySchema,
    success: { status: 201, schema: MaintenanceSchema },
    faults: ['MAINTENANCE_WINDOW_NOT_FOUND', 'MAINTENANCE_UNDER_WAY'],
  }),
  listMaintenances: operation('GET /v1/maintenance-windows/{id}/maintenances', {
    summary: 'List the maintenances of a window, latest first',
    ignoresUnknown: true,
    params: byIntegerId,
    query: Type.Object({
      ...PageQuery.properties,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
      withHtml: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether each update has its description as `html` too.' }),
      ),
    }),
    success: { status: 200, schema: Type.Array(MaintenanceSchema), list: 'page' },
    faults: ['MAINTENANCE_WINDOW_NOT_FOUND'],
  }),
  getMaintenance: operation('GET /v1/maintenance-windows/{id}/maintenances/{maintenanceId}', {
    summary: 'Get one maintenance of a window with its updates',
    ignoresUnknown: true,
    params: byMaintenance,
    success: { status: 200, schema: MaintenanceSchema },
    faults: maintenanceFaults,
  }),
  rescheduleMaintenance: operation('PATCH /v1/maintenance-windows/{id}/maintenances/{maintenanceId}', {
    summary: 'Move, extend or shorten one maintenance',
    params: byMaintenance,
    body: MaintenanceTimesBodySchema,
    success: { status: 200, schema: MaintenanceSchema },
    faults: [...maintenanceFaults, 'TIME_RANGE_INVALID'],
  }),
  endMaintenance: operation('POST /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/end', {
    summary: 'End a maintenance that is under way now; later ones of its window stay',
    params: byMaintenance,
    success: { status: 200, schema: MaintenanceSchema },
    faults: [...maintenanceFaults, 'MAINTENANCE_STATUS_NOT_POSSIBLE'],
  }),
  getMaintenanceEffect: operation('GET /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/effect', {
    summary: 'Get the alerts that a maintenance held back, by check',
    params: byMaintenance,
    success: { status: 200, schema: MaintenanceEffectSchema },
    faults: maintenanceFaults,
  }),
  deleteMaintenance: operation('DELETE /v1/maintenance-windows/{id}/maintenances/{maintenanceId}', {
    summary: 'Delete one maintenance of a window',
    params: byMaintenance,
    faults: maintenanceFaults,
  }),
  createMaintenanceUpdate: operation('POST /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates', {
    summary: 'Post an update of a published maintenance: start, verify, complete, cancel or reopen it, or only inform',
    params: byMaintenance,
    body: MaintenanceUpdateBodySchema,
    success: { status: 201, schema: MaintenanceUpdateSchema },
    faults: [...maintenanceFaults, 'MAINTENANCE_NOT_PUBLISHED', 'MAINTENANCE_STATUS_NOT_POSSIBLE'],
  }),
  updateMaintenanceUpdate: operation(
    'PUT /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates/{updateId}',
    {
      summary: 'Correct an update of a maintenance',
      params: byUpdate,
      body: MaintenanceUpdateEditBodySchema,
      success: { status: 200, schema: MaintenanceUpdateSchema },
      faults: [...updateFaults, 'MAINTENANCE_STATUS_NOT_POSSIBLE'],
    },
  ),
  deleteMaintenanceUpdate: operation(
    'DELETE /v1/maintenance-windows/{id}/maintenances/{maintenanceId}/updates/{updateId}',
    {
      summary: 'Remove an update from the timeline of a maintenance; its changes are kept',
      params: byUpdate,
      faults: updateFaults,
    },
  ),
} as const
