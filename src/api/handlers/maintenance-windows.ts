import { pageWindow } from '#contract'
import type { Handlers } from '#contract'
import {
  createMaintenanceUpdate,
  createMaintenanceWindow,
  deleteMaintenance,
  deleteMaintenanceUpdate,
  deleteMaintenanceWindow,
  endMaintenance,
  getMaintenance,
  getMaintenanceCoverage,
  getMaintenanceEffect,
  getMaintenanceWindow,
  listMaintenanceOccurrences,
  listMaintenances,
  listMaintenanceSchedule,
  listMaintenanceWindows,
  previewMaintenanceWindow,
  rescheduleMaintenance,
  startMaintenance,
  updateMaintenanceUpdate,
  updateMaintenanceWindow,
} from '#management'
import type { MaintenanceReference } from '#management'
import { uuidFromPath } from '../requests/path-id.ts'
import {
  presentMaintenance,
  presentMaintenanceSchedule,
  presentMaintenanceUpdate,
  presentMaintenanceWindow,
} from '../presenters/maintenance-window.ts'
import { presentedPage } from '../presenters/presented-page.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const referenceOf = ({ id, maintenanceId }: { id: number; maintenanceId: string }): MaintenanceReference => ({
  windowId: id,
  maintenanceId,
})
const updateReferenceOf = (params: { id: number; maintenanceId: string; updateId: string }) => ({
  ...referenceOf(params),
  updateId: params.updateId,
})

export const maintenanceWindowHandlers = {
  listMaintenanceWindows: async ({ query }, context) => {
    const page = pageWindow(query)
    const found = await listMaintenanceWindows(context.store, callerOf(context), query, page)
    return presentedPage(found, page.offset, presentMaintenanceWindow)
  },

  listMaintenanceOccurrences: ({ query }, context) => {
    const { checkId, ...range } = query
    const check = checkId === undefined ? {} : { checkId: uuidFromPath(checkId, 'CHECK_NOT_FOUND') }
    return listMaintenanceOccurrences(context.store, callerOf(context), { ...range, ...check })
  },

  listMaintenanceSchedule: async (_input, context) =>
    presentMaintenanceSchedule(await listMaintenanceSchedule(context.store, callerOf(context))),

  previewMaintenanceWindow: ({ body }, context) => previewMaintenanceWindow(context.store, callerOf(context), body),

  getMaintenanceCoverage: ({ params }, context) => getMaintenanceCoverage(context.store, callerOf(context), params.id),

  createMaintenanceWindow: async ({ body }, context) =>
    presentMaintenanceWindow(await createMaintenanceWindow(context.store, callerOf(context), body)),

  getMaintenanceWindow: async ({ params }, context) =>
    presentMaintenanceWindow(await getMaintenanceWindow(context.store, callerOf(context), params.id)),

  updateMaintenanceWindow: async ({ params, body }, context) =>
    presentMaintenanceWindow(await updateMaintenanceWindow(context.store, callerOf(context), { id: params.id, body })),

  deleteMaintenanceWindow: ({ params }, context) =>
    deleteMaintenanceWindow(context.store, callerOf(context), params.id),

  listMaintenances: async ({ params, query }, context) => {
    const page = pageWindow(query)
    const found = await listMaintenances(context.store, callerOf(context), params.id, page)
    const writer = query.withHtml ? context.incidentWriter : null
    return presentedPage(found, page.offset, (one) =>
      presentMaintenance(one, writer && ((text) => writer.update(text))),
    )
  },

  getMaintenance: async ({ params }, context) =>
    presentMaintenance(await getMaintenance(context.store, callerOf(context), referenceOf(params))),

  rescheduleMaintenance: async ({ params, body }, context) =>
    presentMaintenance(
      await rescheduleMaintenance(context.store, callerOf(context), { reference: referenceOf(params), body }),
    ),

  startMaintenance: async ({ params, body }, context) =>
    presentMaintenance(await startMaintenance(context.store, callerOf(context), { ...params, ...body })),

  endMaintenance: async ({ params }, context) =>
    presentMaintenance(await endMaintenance(context.store, callerOf(context), referenceOf(params))),

  getMaintenanceEffect: ({ params }, context) =>
    getMaintenanceEffect(context.store, callerOf(context), referenceOf(params)),

  deleteMaintenance: ({ params }, context) => deleteMaintenance(context.store, callerOf(context), referenceOf(params)),

  createMaintenanceUpdate: async ({ params, body }, context) =>
    presentMaintenanceUpdate(
      await createMaintenanceUpdate(context.store, callerOf(context), { reference: referenceOf(params), body }),
    ),

  updateMaintenanceUpdate: async ({ params, body }, context) =>
    presentMaintenanceUpdate(
      await updateMaintenanceUpdate(context.store, callerOf(context), { reference: updateReferenceOf(params), body }),
    ),

  deleteMaintenanceUpdate: ({ params }, context) =>
    deleteMaintenanceUpdate(context.store, callerOf(context), updateReferenceOf(params)),
} satisfies Partial<Handlers<RequestContext>>
