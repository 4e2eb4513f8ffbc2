import type { ProbedRun } from '#analytics'
import { DryRunBodySchema, hostOfTarget, probeBody } from '#contract'
import type { ProbeModule } from '#contract'
import type { CheckInput } from '#management'
import { cancelDryRun, startDryRun } from '#runs'
import { findProbeTargets } from '#storage/accounts'
import { waitForDryRun } from '#reporting'
import type { DryRunReport } from '#storage/runs'
import { validatorOf } from '#validation'
import { callerOf } from '../handlers/caller-of.ts'
import { sessionWait } from '../handlers/session-wait.ts'
import type { RequestContext } from '../request-context.ts'
import type { ProbeSettings } from './mount-probe.ts'

interface Probe {
  readonly target: string
  readonly query: string | undefined
  readonly location: string | undefined
  /** The header in which Prometheus says how long it waits, in seconds. */
  readonly timeout: string | string[] | undefined
}

/** Why nothing was run. */
interface Refusal {
  readonly status: 400 | 403
  readonly refusal: string
}

/** As blackbox_exporter: what an answer may take on its way, and what a run may take that nobody bounds. */
const offsetSeconds = 0.5
const longestSeconds = 120
const leastSeconds = 0.1
/** Prometheus scrapes many targets at once. */
const atOnce = 50

/** Runs a module once as a dry run, within the time that the caller waits. Nothing of it is kept. */
export async function runProbe(
  context: RequestContext,
  module: ProbeModule,
  { targets }: ProbeSettings,
  probe: Probe,
): Promise<ProbedRun | Refusal> {
  const timeoutSeconds = secondsOf(probe.timeout)
  if (timeoutSeconds === null) return rejected('Failed to parse timeout from Prometheus header')
  const host = hostOfTarget(module, probe.target)
  if (!isAllowed(targets, host)) {
    const own = await findProbeTargets(context.store.db, context.accountId)
    if (!isAllowed(own, host)) return { status: 403, refusal: notAllowed([...targets, ...own]) }
  }
  // Templates would be filled with the variables and secrets of the account.
  if (`${probe.target}${probe.query ?? ''}`.includes('{{')) return rejected('The target must not have templates')
  const body = probeBody(module, { ...probe, timeoutSeconds })
  const check = { checkType: module.checkType, ...body }
  const [problem] = validatorOf('body', DryRunBodySchema)({ check }, true) ?? []
  if (problem) return rejected(`The module cannot run for this target: ${problem.path} ${problem.message}`)
  const caller = callerOf(context)
  const startedMs = context.clock.now()
  const given = { checkType: module.checkType, body: inputOf(check), runLocation: probe.location, atOnce }
  const id = await startDryRun(context.store, caller, given)
  const { report } = await waitForDryRun(
    context.store,
    caller,
    sessionWait(id, { maxWaitSeconds: timeoutSeconds }, context),
  )
  await cancelDryRun(context.store, caller, id)
  return runOf(module, report, { timeoutSeconds, passedMs: context.clock.now() - startedMs })
}

const rejected = (refusal: string): Refusal => ({ status: 400, refusal })

interface Given {
  readonly timeoutSeconds: number
  readonly passedMs: number
}

const runOf = (module: ProbeModule, report: DryRunReport | null, { timeoutSeconds, passedMs }: Given): ProbedRun => ({
  checkType: module.checkType,
  timeoutSeconds,
  labels: {},
  ...(report === null ? unanswered(passedMs) : answered(report)),
})

/** A run that had not ended when the time was over. */
const unanswered = (passedMs: number) => ({
  detail: {},
  stoppedAt: 0,
  sslDaysRemaining: null,
  succeeded: false,
  durationSeconds: passedMs / 1000,
})

const answered = (report: DryRunReport) => ({
  detail: report.detail,
  stoppedAt: report.stoppedAt,
  sslDaysRemaining: report.sslDaysRemaining ?? null,
  succeeded: report.outcome !== 'failed' && !report.hasErrors,
  durationSeconds: report.responseTimeMs / 1000,
})

/** The body was validated by the create schema of its type. */
const inputOf = (body: object): CheckInput => body as CheckInput

/** Null for what is no number of seconds. */
function secondsOf(header: Probe['timeout']): number | null {
  if (header === undefined || header === '') return longestSeconds
  const seconds = Number(header)
  if (!Number.isFinite(seconds) || seconds <= 0) return null
  return Math.min(Math.max(seconds - offsetSeconds, leastSeconds), longestSeconds)
}

/** Without regard to case; `*.example.com` is every name below it. */
function isAllowed(targets: readonly string[], host: string): boolean {
  if (host === '') return false
  return targets.some((allowed) =>
    allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : allowed === '*' || allowed === host,
  )
}

const notAllowed = (targets: readonly string[]): string =>
  targets.length === 0
    ? 'Runs on request are off: neither the account (PUT /v1/probe-targets) nor BELFRY_PROBE_TARGETS names a host'
    : 'The host of the target is not among those of the account (PUT /v1/probe-targets) or of BELFRY_PROBE_TARGETS'
