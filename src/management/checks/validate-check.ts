import { descriptorOf } from '#contract'
import type {
  Assertion,
  AssertionSourceName,
  CheckDefinition,
  CheckSettings,
  FaultCode,
  ResponseSchema,
} from '#contract'
import { findAssertionProblems, findSchemaProblem } from '#evaluation'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findFailingFrequencyProblem, findFrequencyProblem, findHeartbeatProblem } from '#schedule'
import type { SettingsProblem } from '#schedule'
import { findTemplateProblem } from '#templating'
import { validateAlertSettings } from './validate-alert-settings.ts'

type Planned = Pick<CheckDefinition, 'frequency' | 'frequencyOffset'>

/**
 * Rejects a check whose fields contradict each other, as it would be stored. A schedule that it had before is kept, also
 * where a new check could not have it. Whether the resources it names exist is checked by `validateReferences`.
 */
export function validateCheck(
  check: CheckDefinition,
  { isDropIn = false }: Pick<Caller, 'isDropIn'>,
  before?: Planned,
): void {
  const { settings } = check
  const row = descriptorOf(check.checkType)
  if (!before || !hasSamePlan(check, before)) throwProblem(findFrequencyProblem(check, isDropIn))
  const seconds = settings.frequencyWhileFailing
  throwProblem(findFailingFrequencyProblem({ checkType: check.checkType, seconds }, isDropIn))
  if (!isDropIn || !row.allowsInvertedLimits) validateLimits(settings)
  validateAlertSettings(settings.alertSettings, 'alertSettings.')
  if (settings.heartbeat) throwProblem(findHeartbeatProblem(settings.heartbeat))
  if (settings.request) {
    validateAssertions(row.sources, settings.request.assertions, 'request.assertions')
    const { responseSchema, ...others } = { responseSchema: null, ...settings.request }
    if (responseSchema) validateResponseSchema(responseSchema.schema)
    validateTemplates(others, 'request')
  }
  if (settings.prompt !== undefined) validateTemplates(settings.prompt, 'prompt')
}

const hasSamePlan = (after: Planned, before: Planned): boolean =>
  after.frequency === before.frequency && after.frequencyOffset === before.frequencyOffset

function throwProblem(problem: SettingsProblem | null): void {
  if (problem) throw new Fault(problem.code, problem)
}

function validateLimits(settings: CheckSettings): void {
  validatePair('RESPONSE_TIME_LIMITS_INVALID', settings, ['degradedResponseTime', 'maxResponseTime'])
  validatePair('PACKET_LOSS_LIMITS_INVALID', settings, ['degradedPacketLossThreshold', 'maxPacketLossThreshold'])
}

type LimitPair =
  | readonly ['degradedResponseTime', 'maxResponseTime']
  | readonly ['degradedPacketLossThreshold', 'maxPacketLossThreshold']

/** Null and absent mean without limit. */
function validatePair(code: FaultCode, settings: CheckSettings, [path, field]: LimitPair): void {
  const { [path]: degraded, [field]: max } = settings
  if (typeof degraded === 'number' && typeof max === 'number' && degraded > max)
    throw new Fault(code, {
      values: { degraded, max },
      problems: [{ path, rule: 'notAbove', parameters: { field } }],
    })
}

/** Rejects assertions that violate the grammar. `path` is the path of the list, for example `request.assertions`. */
export function validateAssertions(
  sources: readonly AssertionSourceName[],
  assertions: readonly Assertion[],
  path: string,
): void {
  const [found] = findAssertionProblems(sources, assertions, path)
  if (!found) return
  const { problem, ...violated } = found
  throw new Fault('ASSERTION_INVALID', {
    values: { path: violated.path, problem },
    attributes: { [violated.path]: problem },
    problems: [violated],
  })
}

function validateResponseSchema(schema: ResponseSchema['schema']): void {
  const found = findSchemaProblem(schema, 'request.responseSchema.schema')
  if (!found) return
  const { problem, ...violated } = found
  const { path } = violated
  throw new Fault('RESPONSE_SCHEMA_INVALID', {
    values: { path, problem },
    attributes: { [path]: problem },
    problems: [violated],
  })
}

/** Rejects the first string inside a value whose `{{templates}}` cannot be rendered. */
export function validateTemplates(value: unknown, path: string): void {
  if (typeof value === 'string') return validateTemplate(value, path)
  if (value === null || typeof value !== 'object') return
  for (const [name, item] of Object.entries(value))
    validateTemplates(item, Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`)
}

function validateTemplate(text: string, path: string): void {
  const problem = findTemplateProblem(text)
  if (problem !== null) throw templateFault(path, problem)
}

/** TEMPLATE_INVALID for the template at a path. */
export const templateFault = (path: string, problem: string): Fault =>
  new Fault('TEMPLATE_INVALID', {
    values: { path, problem },
    attributes: { [path]: problem },
    problems: [{ path, rule: 'template', parameters: { detail: problem } }],
  })
