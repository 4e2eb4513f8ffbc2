import type { Static } from 'typebox'
import {
  dependencySettings,
  isInboundType,
  plainSettingNames,
  resetRetryStrategy,
  settingsOfSomeTypes,
} from '#contract'
import type { CheckDefinition, CheckIntent, CheckSettings, HeartbeatSchema, TriggerIncident } from '#contract'
import { completeAlertSettings, completeRetryStrategy } from '#inheritance'
import { Fault } from '#kernel'
import { periodOfSchedule } from '#schedule'
import type { CheckInput } from './check-input.ts'
import { restoreMaskedVariables } from './stored-values.ts'
import { pickGiven } from './pick-given.ts'
import { requestOf } from './request-of-input.ts'

/** Fields that are stored as they are sent. */
const plainSettings = [
  'degradedResponseTime',
  'maxResponseTime',
  ...plainSettingNames,
  ...settingsOfSomeTypes,
  ...dependencySettings,
] as const satisfies readonly (keyof CheckInput & keyof CheckSettings)[]

/** The settings of a check after a body: absent keeps, null clears, objects are replaced completely. */
export function settingsOf(check: CheckDefinition, given: CheckInput): CheckSettings {
  const { retryStrategy, ...current } = check.settings
  const request = requestOf(check, given.request)
  const heartbeat = heartbeatOf(check, given.heartbeat)
  return {
    ...current,
    ...pickGiven(given, plainSettings),
    // Null goes back to the defaults.
    ...(given.alertSettings !== undefined && { alertSettings: completeAlertSettings(given.alertSettings) }),
    triggerIncident: incidentOf(given.triggerIncident, current.triggerIncident),
    environmentVariables: restoreMaskedVariables(given.environmentVariables, current.environmentVariables),
    ...strategyOf(given, retryStrategy),
    ...(given.intent !== undefined && { intent: intentOf(given.intent) }),
    ...(request && { request }),
    ...(heartbeat && { heartbeat }),
  }
}

/** Absent when it was never set. */
function strategyOf({ retryStrategy: given }: CheckInput, current: CheckSettings['retryStrategy']) {
  if (given === resetRetryStrategy) return {}
  if (given !== undefined) return { retryStrategy: completeRetryStrategy(given) }
  return current === undefined ? {} : { retryStrategy: current }
}

function incidentOf(given: CheckInput['triggerIncident'], current: TriggerIncident | null): TriggerIncident | null {
  if (given === undefined) return current
  if (given === null) return null
  const serviceId = given.serviceId.toLowerCase()
  return { severity: 'MAJOR', description: '', notifySubscribers: false, ...given, serviceId }
}

const intentOf = (given: NonNullable<CheckInput['intent']> | null): CheckIntent | null =>
  given && { requiredOutcomes: [], mustPreserve: [], ...given }

/** The timing of a heartbeat. Its ping token is stored with its timer. */
function heartbeatOf(check: CheckDefinition, given: unknown): CheckSettings['heartbeat'] {
  if (!isInboundType(check.checkType) || given === undefined) return check.settings.heartbeat
  const { schedule, period, periodUnit, grace, graceUnit } = heartbeatInputOf(given)
  if (schedule) {
    const kept = { expression: schedule.expression, timezone: schedule.timezone ?? null }
    return { ...periodOfSchedule(kept), grace, graceUnit, schedule: kept }
  }
  if (period === undefined) throw missing('period')
  if (periodUnit === undefined) throw missing('periodUnit')
  return { period, periodUnit, grace, graceUnit }
}

const missing = (name: string): Fault =>
  new Fault('HEARTBEAT_PERIOD_INVALID', {
    values: { problem: `heartbeat.${name} is required without a schedule.` },
    problems: [{ path: `heartbeat.${name}`, rule: 'required', parameters: {} }],
  })

/** The cast is safe for bodies of heartbeats, which their schema validated. */
export const heartbeatInputOf = (given: unknown) => given as Static<typeof HeartbeatSchema>
