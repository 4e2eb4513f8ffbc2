import { checkTypes, dependencySettings, pick, plainSettingNames, settingsOfSomeTypes } from '#contract'
import type { CheckDefinition, CheckRequests, RetryStrategy } from '#contract'
import { listChecks } from '#management'
import type { Payload } from '../resource-type.ts'
import { everything, formsOf, importForms, withoutNulls } from './import-form.ts'
import type { ListForms } from './import-form.ts'
import { maskedRequest, maskedVariables } from './masked-values.ts'

const optionalNames = [...plainSettingNames, ...settingsOfSomeTypes, ...dependencySettings]
const unset = Object.fromEntries(optionalNames.map((name) => [name, null]))

/** Checks with every field that code can set; null: it is not set. Contains secrets. */
export const listCheckFields: ListForms = async ({ store, caller }, ids) => {
  const { items } = await listChecks(store, caller, { ...everything, filter: { ids } })
  const rows = items.map(({ check, retryStrategy }) => ({ id: check.id, check, retryStrategy }))
  return formsOf(rows, ({ check, retryStrategy }) => fieldsOf(check, retryStrategy))
}

export const listCheckForms = importForms(listCheckFields, (fields) => {
  const imported = Object.entries(fields).filter(([name]) => !dependencySettings.some((other) => other === name))
  const { request, environmentVariables, ...rest } = Object.fromEntries(imported)
  return {
    ...rest,
    request: request === null ? null : maskedRequest(request),
    environmentVariables: maskedVariables(environmentVariables),
  }
})

function fieldsOf(check: CheckDefinition, retryStrategy: RetryStrategy | null): Payload {
  const { settings } = check
  const { request, heartbeat, alertSettings, triggerIncident, intent, environmentVariables } = settings
  return {
    ...unset,
    ...pick(check, ['name', 'checkType', 'activated', 'muted', 'tags', 'locations', 'groupId', 'runParallel']),
    ...(checkTypes[check.checkType].request && pick(check, ['frequency', 'frequencyOffset'])),
    ...pick(settings, optionalNames),
    ...pick(settings, ['degradedResponseTime', 'maxResponseTime']),
    alertSettings: settings.useGlobalAlertSettings ? null : alertSettings,
    triggerIncident,
    intent: intent ?? null,
    heartbeat: heartbeat ?? null,
    request: request ? requestOf(check, request) : null,
    environmentVariables,
    retryStrategy: retryStrategyOf(retryStrategy),
  }
}

/** A single retry has no numbers. */
export function retryStrategyOf(strategy: RetryStrategy | null): unknown {
  if (strategy?.type !== 'SINGLE_RETRY') return strategy && withoutNulls({ ...strategy })
  const { maxRetries: _retries, maxDurationSeconds: _seconds, ...rest } = strategy
  return withoutNulls(rest)
}

/** The fields that requests of the type have; those of a URL monitor are stored as a complete HTTP request. */
function requestOf({ checkType }: CheckDefinition, request: CheckRequests[keyof CheckRequests]): Payload {
  const schema = checkTypes[checkType].request
  const known = Object.entries(request).filter(([name]) => !('properties' in schema) || name in schema.properties)
  return withoutNulls(Object.fromEntries(known))
}
