import { incidentTemplatesMax } from '#contract'
import type { IncidentTemplateBody } from '#contract'
import { Fault, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { deleteTemplate, insertTemplate, listTemplates, lockTemplates, updateTemplate } from '#storage/status-pages'
import type { IncidentTemplateRow } from '#storage/status-pages'
import type { Store } from '#storage/database'

/** All of them, by name. */
export const listIncidentTemplates = (store: Store, { accountId }: Caller): Promise<readonly IncidentTemplateRow[]> =>
  listTemplates(store.db, accountId)

/** Throws INCIDENT_TEMPLATE_NAME_TAKEN and INCIDENT_TEMPLATES_FULL. */
export function createIncidentTemplate(
  store: Store,
  { accountId, nowMs }: Caller,
  body: IncidentTemplateBody,
): Promise<IncidentTemplateRow> {
  return store.db.transaction(async (tx) => {
    const existing = await lockTemplates(tx, accountId)
    assertName(existing, body.name)
    if (existing.length >= incidentTemplatesMax)
      throw new Fault('INCIDENT_TEMPLATES_FULL', { values: { most: incidentTemplatesMax } })
    const row = { accountId, id: timeOrderedId(nowMs), ...body, createdAt: new Date(nowMs), updatedAt: null }
    await insertTemplate(tx, row)
    return row
  })
}

/** Throws INCIDENT_TEMPLATE_NOT_FOUND and INCIDENT_TEMPLATE_NAME_TAKEN. */
export function updateIncidentTemplate(
  store: Store,
  { accountId, nowMs }: Caller,
  { id, body }: { readonly id: string; readonly body: IncidentTemplateBody },
): Promise<IncidentTemplateRow> {
  return store.db.transaction(async (tx) => {
    const existing = await lockTemplates(tx, accountId)
    const before = existing.find((one) => one.id === id)
    if (before === undefined) throw new Fault('INCIDENT_TEMPLATE_NOT_FOUND')
    assertName(
      existing.filter((one) => one !== before),
      body.name,
    )
    const row = { ...before, ...body, updatedAt: new Date(nowMs) }
    await updateTemplate(tx, row)
    return row
  })
}

/** Throws INCIDENT_TEMPLATE_NOT_FOUND. */
export async function deleteIncidentTemplate(store: Store, { accountId }: Caller, id: string): Promise<void> {
  if (!(await deleteTemplate(store.db, accountId, id))) throw new Fault('INCIDENT_TEMPLATE_NOT_FOUND')
}

function assertName(existing: readonly IncidentTemplateRow[], name: string): void {
  if (existing.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw new Fault('INCIDENT_TEMPLATE_NAME_TAKEN', {
      values: { name },
      problems: [{ path: 'name', rule: 'unused', parameters: {} }],
    })
}
