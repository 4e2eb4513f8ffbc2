import { checkTypes, pick, plainSettingNames, settingsOfSomeTypes } from '#contract'
import type { CheckDefinition, CheckRequests, HttpRequest, RetryStrategy } from '#contract'
import { listChecks } from '#management'
import type { Payload } from '../resource-type.ts'
import { everything, formsOf, withoutNulls } from './import-form.ts'
import type { ListForms } from './import-form.ts'
import { maskedBasicAuth, maskedPairs, maskedVariables } from './masked-values.ts'

export const listCheckForms: ListForms = async ({ store, caller }) => {
  const { items } = await listChecks(store, caller, everything)
  const rows = items.map(({ check, retryStrategy }) => ({ id: check.id, check, retryStrategy }))
  return formsOf(rows, ({ check, retryStrategy }) => formOf(check, retryStrategy))
}

function formOf(check: CheckDefinition, retryStrategy: RetryStrategy | null): Payload {
  const { settings } = check
  const { request, heartbeat, alertSettings, triggerIncident, intent } = settings
  const fields = {
    ...pick(check, ['name', 'checkType', 'activated', 'muted', 'tags', 'locations', 'groupId', 'runParallel']),
    ...(checkTypes[check.checkType].request && pick(check, ['frequency', 'frequencyOffset'])),
    ...pick(settings, plainSettingNames),
    ...pick(settings, settingsOfSomeTypes),
    ...pick(settings, ['degradedResponseTime', 'maxResponseTime']),
    ...(!settings.useGlobalAlertSettings && { alertSettings }),
    triggerIncident,
    intent,
    heartbeat,
    request: request && requestOf(check, request),
    environmentVariables: maskedVariables(settings.environmentVariables),
  }
  return { ...withoutNulls(fields), retryStrategy: retryStrategyOf(retryStrategy) }
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
  const masked = 'headers' in request ? maskedRequest(request) : request
  const known = Object.entries(masked).filter(([name]) => !('properties' in schema) || name in schema.properties)
  return withoutNulls(Object.fromEntries(known))
}

const maskedRequest = (request: HttpRequest): Payload => ({
  ...request,
  headers: maskedPairs(request.headers),
  queryParameters: maskedPairs(request.queryParameters),
  basicAuth: maskedBasicAuth(request.basicAuth),
})
