import { DashboardCreateBodySchema } from '#contract'
import type { DashboardCreateBody } from '#contract'
import { createDashboard, deleteDashboard, updateDashboard } from '#publishing'
import { findDashboardName } from '#storage/dashboards'
import { listDashboardFields, listDashboardForms } from '../import-forms/forms.ts'
import { completeBody } from '../complete-body.ts'
import type { Payload, ResourceTools, ResourceType } from '../resource-type.ts'
import { unlessGone } from '../unless-gone.ts'

const schema = DashboardCreateBodySchema
const notInCode = ['sortByStatus', 'showCheckRunLinks', 'showGroupNames']

export const dashboard: ResourceType = {
  hasNumericIds: true,
  isLeaf: true,
  references: [],
  listForms: listDashboardForms,
  listFields: listDashboardFields,
  read: (payload) => ({ body: { header: '', ...payload }, schema }),
  create: async ({ store, caller, publicUrl }, { body }) =>
    String((await createDashboard(store, caller, { body: inputOf(body), publicUrl })).dashboard.id),
  update: async (tools, id, { body }) => {
    const { store, caller, publicUrl } = tools
    const complete = inputOf(completeBody(body, { rule: { created: schema }, schema, kept: notInCode }))
    await updateDashboard(store, caller, { dashboardId: await nameOf(tools, id), body: complete, publicUrl })
    return id
  },
  remove: async (tools, id) => {
    const { store, caller } = tools
    await unlessGone(deleteDashboard(store, caller, await nameOf(tools, id)), 'DASHBOARD_NOT_FOUND')
  },
}

/** The name that the verbs know a dashboard by. Empty: there is none. */
const nameOf = async ({ store, caller }: ResourceTools, id: string): Promise<string> =>
  (await findDashboardName(store.db, caller.accountId, Number(id))) ?? ''

/** The cast is safe because the body was validated by the schema of the verb. */
const inputOf = (body: Payload) => body as DashboardCreateBody
