import { sslBaselineRules } from '#contract'
import type { SslAnswer, SslBaseline, SslBaselineRule, SslConfig, SslSeverity } from '#contract'
import { baselineViolations } from './baseline-rules.ts'

export interface BaselineRow {
  readonly rule: SslBaselineRule
  readonly severity: SslSeverity
  readonly passed: boolean
  /** A sentence about the violation; null when the rule is kept. */
  readonly message: string | null
}

export interface BaselineReport {
  readonly verdict: 'pass' | 'warn' | 'fail'
  readonly grade: 'A-' | 'B' | 'F'
  readonly rules: readonly BaselineRow[]
}

const disabled: BaselineReport = { verdict: 'pass', grade: 'A-', rules: [] }

/**
 * The security baseline of a handshake; null when the host name or the chain is not accepted, because then nothing
 * better can be said of it. Severities decide the verdict. An advisory rule that is violated lowers the grade to B even
 * while its severity is `ignore`.
 */
export function evaluateBaseline(answer: SslAnswer, config: SslConfig): BaselineReport | null {
  if (!answer.hostnameVerified || !(answer.chainTrusted || config.skipChainValidation)) return null
  const { securityBaseline: baseline } = config
  if (!baseline.enabled) return disabled
  const rules = sslBaselineRules.map(({ name }) => rowOf(name, answer, baseline))
  const violated = rules.filter(({ passed }) => !passed)
  if (violated.some(({ severity }) => severity === 'fail')) return { verdict: 'fail', grade: 'F', rules }
  const isWarned = violated.some(({ severity }) => severity === 'degrade')
  const isLowered = isWarned || violated.some(({ rule }) => isAdvisory(rule))
  return { verdict: isWarned ? 'warn' : 'pass', grade: isLowered ? 'B' : 'A-', rules }
}

const isAdvisory = (rule: SslBaselineRule): boolean =>
  sslBaselineRules.some(({ name, isAdvisory: advisory }) => advisory && name === rule)

function rowOf(rule: SslBaselineRule, answer: SslAnswer, baseline: SslBaseline): BaselineRow {
  const message = baselineViolations[rule](answer, baseline)
  return { rule, severity: baseline[rule].severity, passed: message === null, message }
}
