import type { CheckRequests, CheckSettings, EnvironmentVariable, RunLimits, RunTask, WireCheckType } from '#contract'
import { checkTypes, locationOfQueue } from '#contract'
import { timeOfId } from '#kernel'
import { builtInVariables, mergedVariables } from '#inheritance'
import { isTestRun } from '#storage'
import type { ClientCertificate, RunTaskRow } from '#storage'
import { atEnvironment } from './apply-run-overrides.ts'
import { clientCertificateForRequest } from './client-certificate-for-request.ts'
import type { EffectiveCheck } from './effective-checks.ts'
import type { PreparedCheck } from './prepared-check.ts'
import { renderRequest } from './render-request.ts'
import type { TemplateChance } from './render-request.ts'
import { scriptProblemOf } from './script-problem.ts'

/** What all runs of a check have in common, worked out once. `effective` has its group's settings applied. */
export function prepareCheck(
  effective: EffectiveCheck,
  accountVariables: readonly EnvironmentVariable[],
  certificates: readonly ClientCertificate[] = [],
): PreparedCheck {
  const variables = mergedVariables(accountVariables, effective.group, effective.own)
  const request = effective.check.settings.request
  return {
    effective,
    variables: Object.fromEntries(variables.map((variable) => [variable.key, variable.value])),
    secrets: secretsOf(variables, request),
    limits: limitsOf(effective.check.settings),
    hasTemplates: JSON.stringify(request ?? null).includes('{{'),
    scriptProblem: scriptProblemOf(effective),
    certificates,
  }
}

/** The self-contained task a runner gets for one leased row. */
export function prepareRun(
  row: RunTaskRow,
  leaseToken: string,
  prepared: PreparedCheck,
  chance: TemplateChance,
): RunTask {
  const { check } = prepared.effective
  const location = locationOfQueue(row.queue)
  const request = requestOf(check.settings)
  const task = {
    protocol: 1,
    id: row.id,
    leaseToken,
    accountId: row.accountId,
    checkId: row.checkId,
    checkName: check.name,
    checkType: wireTypeOf(check.checkType),
    sessionId: row.sessionId,
    location,
    attempt: row.attempt,
    ...(row.returns > 0 && { returns: row.returns }),
    scheduledFor: row.scheduledFor.toISOString(),
    timeoutMs: checkTypes[wireTypeOf(check.checkType)].runTimeLimitMs,
    request,
    limits: prepared.limits,
    shouldFail: check.settings.shouldFail,
    secrets: prepared.secrets,
  } as const
  const { scriptProblem } = prepared
  if (scriptProblem !== null) return { ...task, unprepared: scriptProblem, isServiceFault: true }
  if (!prepared.hasTemplates)
    return withCertificate(
      { ...task, request: atEnvironment(task.checkType, request, prepared.environmentUrl) },
      prepared,
    )
  const run = { location, resultId: isTestRun(row) ? row.sequenceId : row.id, checkRunId: checkRunIdOf(row.id) }
  const variables = { ...builtInVariables(check, prepared.effective.group, run), ...prepared.variables }
  const rendered = renderRequest(request, variables, chance)
  if ('problem' in rendered) return { ...task, unprepared: rendered.problem }
  const secrets = allSecrets(prepared.secrets, rendered.request)
  const updated = atEnvironment(task.checkType, rendered.request, prepared.environmentUrl)
  return withCertificate({ ...task, request: updated, secrets }, prepared)
}

/** Requests present a certificate to the hosts it was added for, or the one that they name. */
function withCertificate(task: RunTask, { certificates }: PreparedCheck): RunTask {
  const clientCertificate = clientCertificateForRequest(certificates, task.checkType, task.request)
  if (clientCertificate === null) return task
  if (clientCertificate === 'missing')
    return { ...task, unprepared: 'The client certificate of the check no longer exists.' }
  const { key, passphrase } = clientCertificate
  return { ...task, clientCertificate, secrets: [...task.secrets, key, ...(passphrase === null ? [] : [passphrase])] }
}

/** The number the API calls `checkRunId`: the time and some of the randomness of the run's id, below 2^53. */
export const checkRunIdOf = (id: string): number => timeOfId(id) * 4096 + Number.parseInt(id.slice(15, 18), 16)

/** Only checks of wire types are scheduled, and they cannot be created without a request. */
const requestOf = (settings: CheckSettings): CheckRequests[WireCheckType] =>
  settings.request as CheckRequests[WireCheckType]
const wireTypeOf = (type: string): WireCheckType => type as WireCheckType

const limitsOf = (settings: CheckSettings): RunLimits => ({
  degradedResponseTime: settings.degradedResponseTime,
  maxResponseTime: settings.maxResponseTime,
  degradedPacketLossThreshold: settings.degradedPacketLossThreshold ?? null,
  maxPacketLossThreshold: settings.maxPacketLossThreshold ?? null,
})

function secretsOf(variables: readonly EnvironmentVariable[], request: unknown): string[] {
  const secrets = variables.filter((variable) => variable.secret || variable.locked).map((variable) => variable.value)
  return allSecrets(secrets, request)
}

/**
 * Adds the locked values of a request. A rendered template may contain more than the template and its secret variables.
 */
function allSecrets(known: readonly string[], request: unknown): string[] {
  const secrets = [...known]
  collectLocked(request, secrets)
  return [...new Set(secrets.filter((secret) => secret !== ''))]
}

function collectLocked(value: unknown, secrets: string[]): void {
  if (Array.isArray(value)) return value.forEach((item) => collectLocked(item, secrets))
  if (value === null || typeof value !== 'object') return
  const fields = new Map<string, unknown>(Object.entries(value))
  const text = fields.get('value')
  if (fields.get('locked') === true && typeof text === 'string') secrets.push(text)
  const password = fields.get('password')
  if (typeof password === 'string' && password !== '')
    secrets.push(password, `${String(fields.get('username'))}:${password}`)
  for (const item of fields.values()) collectLocked(item, secrets)
}
