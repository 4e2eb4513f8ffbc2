import { MaintenanceWindowCreateBodySchema } from '#contract'
import type { MaintenanceWindowCreateBody } from '#contract'
import { createMaintenanceWindow, deleteMaintenanceWindow, updateMaintenanceWindow } from '#management'
import { listMaintenanceWindowFields, listMaintenanceWindowForms } from '../import-forms/forms.ts'
import { completeBody } from '../complete-body.ts'
import type { Payload, ResourceType } from '../resource-type.ts'
import { unlessGone } from '../unless-gone.ts'

const schema = MaintenanceWindowCreateBodySchema
const notInCode = [
  'description',
  'timezone',
  'pauseAllChecks',
  'silenceAlertsTags',
  'silenceAllAlerts',
  'notifyAfterEnd',
  'statusPageVisibility',
]

export const maintenanceWindow: ResourceType = {
  hasNumericIds: true,
  isLeaf: true,
  references: [
    { path: 'statusPageVisibility.statusPageIds[]', type: 'status-page' },
    { path: 'statusPageVisibility.serviceIds[]', type: 'status-page-service' },
  ],
  listForms: listMaintenanceWindowForms,
  listFields: listMaintenanceWindowFields,
  read: (payload) => ({ body: payload, schema }),
  create: async ({ store, caller }, { body }) =>
    String((await createMaintenanceWindow(store, caller, inputOf(body))).id),
  update: async ({ store, caller }, id, { body }) => {
    const complete = completeBody(body, { rule: { created: schema }, schema, kept: notInCode })
    await updateMaintenanceWindow(store, caller, { id: Number(id), body: inputOf(complete) })
    return id
  },
  remove: ({ store, caller }, id) =>
    unlessGone(deleteMaintenanceWindow(store, caller, Number(id)), 'MAINTENANCE_WINDOW_NOT_FOUND'),
}

/** The cast is safe because the body was validated by the schema of the verb. */
const inputOf = (body: Payload) => body as MaintenanceWindowCreateBody
