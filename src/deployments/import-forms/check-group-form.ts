import { inheritedFieldNames, pick } from '#contract'
import type { GroupDefinition } from '#contract'
import { listGroups } from '#management'
import type { Payload } from '../resource-type.ts'
import { retryStrategyOf } from './check-form.ts'
import { everything, formsOf, withoutNulls } from './import-form.ts'
import type { ListForms } from './import-form.ts'
import { maskedBasicAuth, maskedPairs, maskedVariables } from './masked-values.ts'

export const listCheckGroupForms: ListForms = async ({ store, caller }) => {
  const { items } = await listGroups(store, caller, { ...everything, filter: { names: [], tags: [] } })
  return formsOf(
    items.map(({ group }) => group),
    formOf,
  )
}

function formOf(group: GroupDefinition): Payload {
  const { settings } = group
  const { retryStrategy, apiCheckDefaults, useGlobalAlertSettings, alertSettings } = settings
  const fields = {
    ...pick(group, ['name', 'activated', 'muted', 'tags']),
    ...pick(settings, ['locations', 'concurrency', ...inheritedFieldNames, 'useGlobalAlertSettings']),
    ...pick(settings, ['setupSnippetId', 'tearDownSnippetId', 'localSetupScript', 'localTearDownScript']),
    ...(useGlobalAlertSettings === false && { alertSettings }),
    apiCheckDefaults: withoutNulls({
      ...apiCheckDefaults,
      headers: maskedPairs(apiCheckDefaults.headers),
      queryParameters: maskedPairs(apiCheckDefaults.queryParameters),
      basicAuth: maskedBasicAuth(apiCheckDefaults.basicAuth),
    }),
    environmentVariables: maskedVariables(settings.environmentVariables),
    ...(group.generation === 2 && { v: 2 }),
  }
  // Null would mean: no retries.
  const strategy = retryStrategy === 'FALLBACK' ? retryStrategy : retryStrategyOf(retryStrategy)
  return { ...withoutNulls(fields), retryStrategy: strategy }
}
