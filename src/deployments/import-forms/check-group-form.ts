import { inheritedFieldNames, pick } from '#contract'
import type { GroupDefinition } from '#contract'
import { listGroups } from '#management'
import type { Payload } from '../resource-type.ts'
import { retryStrategyOf } from './check-form.ts'
import { everything, formsOf, importForms, withoutNulls } from './import-form.ts'
import type { ListForms } from './import-form.ts'
import { maskedRequest, maskedVariables } from './masked-values.ts'

/** Groups with every field that code can set; null: it is not set. Contains secrets. */
export const listCheckGroupFields: ListForms = async ({ store, caller }) => {
  const { items } = await listGroups(store, caller, { ...everything, filter: { names: [], tags: [] } })
  return formsOf(
    items.map(({ group }) => group),
    fieldsOf,
  )
}

export const listCheckGroupForms = importForms(
  listCheckGroupFields,
  ({ doubleCheck: _old, apiCheckDefaults, environmentVariables, ...rest }) => ({
    ...rest,
    apiCheckDefaults: maskedRequest(apiCheckDefaults),
    environmentVariables: maskedVariables(environmentVariables),
  }),
)

function fieldsOf({ settings, generation, ...group }: GroupDefinition): Payload {
  const { retryStrategy, apiCheckDefaults, useGlobalAlertSettings, alertSettings } = settings
  return {
    ...pick(group, ['name', 'activated', 'muted', 'tags']),
    ...pick(settings, ['locations', 'concurrency', ...inheritedFieldNames, 'useGlobalAlertSettings', 'doubleCheck']),
    ...pick(settings, ['setupSnippetId', 'tearDownSnippetId', 'localSetupScript', 'localTearDownScript']),
    alertSettings: useGlobalAlertSettings === false ? alertSettings : null,
    apiCheckDefaults: withoutNulls({ ...apiCheckDefaults }),
    environmentVariables: settings.environmentVariables,
    v: generation === 2 ? 2 : null,
    // Null would mean: no retries.
    retryStrategy: retryStrategy === 'FALLBACK' ? retryStrategy : retryStrategyOf(retryStrategy),
  }
}
