import type { CheckRequests, CheckSettings, EnvironmentVariable, RunLimits, RunTask, WireCheckType } from '#contract'
import {
  atEnvironment,
  checkTypes,
  codeRequest,
  isRuntimeId,
  isSecretVariable,
  locationOfQueue,
  secretsOfRequest,
} from '#contract'
import { writeReason } from '#contract/reasons'
import { timeOfId } from '#kernel'
import { builtInVariables, mergedVariables, secretsOfCheck } from '#inheritance'
import { isDryRun, isTestRun } from '#storage/runs'
import type { ClientCertificate } from '#storage/checks'
import type { RunTaskRow } from '#storage/runs'
import { renderRequest } from '#templating'
import type { TemplateChance } from '#templating'
import { clientCertificateForRequest } from './client-certificate-for-request.ts'
import type { PreparedCode } from '../code/prepare-code.ts'
import { traceVariables } from './with-trace.ts'
import { suiteVariables } from '../code/suite-variables.ts'
import { taskCodeOf } from '../code/task-code.ts'
import type { EffectiveCheck } from '#management'
import type { PreparedCheck, RunCheck } from './prepared-check.ts'

/** The inputs that the runs of a check need of its account. */
export interface AccountParts {
  readonly variables: readonly EnvironmentVariable[]
  readonly certificates?: readonly ClientCertificate[]
  /** The runtime of checks without one. */
  readonly runtimeId?: string
}

/** The common part of all runs of a check, computed once. `effective` has its group's settings applied. */
export function prepareCheck(
  effective: EffectiveCheck,
  { variables: accountVariables, certificates = [], runtimeId: accountRuntimeId }: AccountParts,
  code: PreparedCode | null = null,
): PreparedCheck {
  const variables = mergedVariables(accountVariables, effective.group, effective.own)
  const { request } = effective.check.settings
  return {
    check: runCheckOf(effective),
    variables: Object.fromEntries(variables.map((variable) => [variable.key, variable.value])),
    secretKeys: new Set(variables.filter(isSecretVariable).map(({ key }) => key)),
    secrets: secretsOfCheck(variables, request),
    limits: limitsOf(effective.check.settings),
    hasTemplates: JSON.stringify(request ?? null).includes('{{'),
    code,
    runtimeId: runtimeIdOf(effective.check.settings.runtimeId ?? accountRuntimeId),
    certificates,
  }
}

function runCheckOf({ check, group }: EffectiveCheck): RunCheck {
  const { accountId, id, checkType, name, activated, settings } = check
  const { request, shouldFail } = settings
  const groupBaseUrl = group?.settings.apiCheckDefaults.url ?? ''
  return { accountId, id, checkType, name, activated, request, shouldFail, groupBaseUrl }
}

/** The inputs of variables and code besides the check. */
function factsOf(row: RunTaskRow, { code, includesTraces, isDropIn = false, traceMember = null }: PreparedCheck) {
  const location = locationOfQueue(row.queue)
  return {
    location,
    resultId: isTestRun(row) ? row.sequenceId : row.id,
    checkRunId: checkRunIdOf(row.id),
    keepsFiles: isTestRun(row) || (includesTraces ?? false),
    own: {
      ...(code?.kind === 'suite' && suiteVariables({ ...row, location }, isDropIn)),
      ...(traceMember !== null && traceVariables(row.id, traceMember, isDropIn)),
    },
  }
}

/** Whether the interface shows what the run does meanwhile: somebody asked for it and can find it, and its type tells. */
const isFollowed = ({ runSource }: RunTaskRow, { code }: PreparedCheck): boolean =>
  (runSource === 'TEST_RECORD' || runSource === 'TRIGGER_API') && code !== null && followedCode.has(code.kind)
const followedCode: ReadonlySet<PreparedCode['kind']> = new Set(['test file', 'suite', 'prompt'])

/** The self-contained task a runner gets for one leased row. */
export function prepareRun(
  row: RunTaskRow,
  leaseToken: string,
  prepared: PreparedCheck,
  chance: TemplateChance,
): RunTask {
  const { check } = prepared
  const request = requestOf(check)
  const task = {
    protocol: 1,
    id: row.id,
    leaseToken,
    accountId: row.accountId,
    checkId: row.checkId,
    checkName: check.name,
    checkType: wireTypeOf(check.checkType),
    sessionId: row.sessionId,
    location: locationOfQueue(row.queue),
    attempt: row.attempt,
    ...(row.returns > 0 && { returns: row.returns }),
    scheduledFor: row.scheduledFor.toISOString(),
    timeoutMs: checkTypes[wireTypeOf(check.checkType)].runTimeLimitMs,
    request,
    limits: prepared.limits,
    shouldFail: check.shouldFail,
    ...(isDryRun(row) && { storesNoFiles: true as const, isWatched: true as const }),
    ...((prepared.isWatched || isFollowed(row, prepared)) && { isWatched: true as const }),
    ...(prepared.includesTraces && { reportsTraces: true as const }),
    secrets: prepared.secrets,
  } as const
  const run = factsOf(row, prepared)
  if (prepared.code !== null) return withCode(task, prepared, { ...run, chance })
  if (!prepared.hasTemplates)
    return withCertificate(
      { ...task, request: atEnvironment(task.checkType, request, prepared.environmentUrl) },
      prepared,
    )
  const rendered = renderRequest(request, variablesOf(prepared, run), chance)
  if ('problem' in rendered) return { ...task, unprepared: rendered.problem }
  const secrets = [...new Set([...prepared.secrets, ...secretsOfRequest(rendered.request)])]
  const updated = atEnvironment(task.checkType, rendered.request, prepared.environmentUrl)
  return withCertificate({ ...task, request: updated, secrets }, prepared)
}

type RunFacts = Parameters<typeof builtInVariables>[1] & {
  /** Further built-in variables. */
  readonly own?: Readonly<Record<string, string>>
}

const variablesOf = ({ check, variables }: PreparedCheck, run: RunFacts): Record<string, string> => ({
  ...builtInVariables(check, run),
  ...run.own,
  ...variables,
})

/** The task of a run with code. The templates of its request are filled by the runner, after setup. */
function withCode(
  task: RunTask,
  prepared: PreparedCheck,
  { chance, keepsFiles, ...run }: RunFacts & { readonly chance: TemplateChance; readonly keepsFiles: boolean },
): RunTask {
  const taskCode = taskCodeOf(task, prepared, { variables: variablesOf(prepared, run), chance })
  if ('problem' in taskCode) return { ...task, unprepared: taskCode.problem }
  const { requestUrl } = taskCode
  const code = prepared.updateSnapshots ? { ...taskCode.code, updateSnapshots: true } : taskCode.code
  return withCertificate({ ...task, code: keepsFiles ? { ...code, keepsFiles } : code }, prepared, requestUrl)
}

/** Requests present a certificate to the hosts it was added for, or the one that they name. */
function withCertificate(task: RunTask, { certificates }: PreparedCheck, url?: string): RunTask {
  const request = url === undefined ? task.request : { ...task.request, url }
  const clientCertificate = clientCertificateForRequest(certificates, task.checkType, request)
  if (clientCertificate === null) return task
  if (clientCertificate === 'missing') return { ...task, unprepared: writeReason('CLIENT_CERTIFICATE_GONE') }
  const { key, passphrase } = clientCertificate
  return { ...task, clientCertificate, secrets: [...task.secrets, key, ...(passphrase === null ? [] : [passphrase])] }
}

/** The number the API calls `checkRunId`: the time and some of the randomness of the run's id, below 2^53. */
export const checkRunIdOf = (id: string): number => timeOfId(id) * 4096 + Number.parseInt(id.slice(15, 18), 16)

/** Only checks of wire types are scheduled, and those that ask something cannot be created without a request. */
const requestOf = ({ request }: RunCheck): CheckRequests[WireCheckType] =>
  (request ?? codeRequest) as CheckRequests[WireCheckType]
/** Ids are validated when they are stored; null for what an older version left. */
const runtimeIdOf = (id: string | null | undefined) => (id !== null && id !== undefined && isRuntimeId(id) ? id : null)
const wireTypeOf = (type: string): WireCheckType => type as WireCheckType

const limitsOf = (settings: CheckSettings): RunLimits => ({
  degradedResponseTime: settings.degradedResponseTime,
  maxResponseTime: settings.maxResponseTime,
  degradedPacketLossThreshold: settings.degradedPacketLossThreshold ?? null,
  maxPacketLossThreshold: settings.maxPacketLossThreshold ?? null,
  ...(settings.rollingResponseTime && { rolling: settings.rollingResponseTime }),
})
