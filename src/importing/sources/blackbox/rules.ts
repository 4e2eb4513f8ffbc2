import { isFields } from '#contract'
import { secondsOf } from '../../counterparts/durations.ts'
import { escalationAfter } from '../../counterparts/retries.ts'
import type { Part } from '../../counterparts/yaml-documents.ts'
import type { Draft } from '../../draft.ts'
import type { Labels } from './relabel.ts'
import { textIn } from '../../counterparts/text-in.ts'

type Fields = Readonly<Record<string, unknown>>

/** The meaning of an alert rule for checks whose labels it selects. */
export interface ProbeRule {
  readonly isFor: (labels: Labels) => boolean
  readonly alertSettings?: Readonly<Record<string, unknown>>
  /** Days before the end of a certificate. */
  readonly expiryDays?: number
}

const success = /^\s*(?:avg_over_time\()?probe_success\s*(\{[^{}]{0,500}\})?\s*==\s*0\s*$/
const expiry =
  /^\s*\(?\s*probe_ssl_earliest_cert_expiry\s*(\{[^{}]{0,500}\})?\s*-\s*time\(\)\s*\)?\s*<=?\s*([\d\s*]{1,60})$/
const longest = 2000

/** The alert rules of files, as far as they are about probes in a form that is known; all others are reported. */
export function readRules(parts: readonly Part[], draft: Draft): readonly ProbeRule[] {
  return parts.flatMap(({ value }) => groupsOf(value)).flatMap((rule) => readRule(rule, draft))
}

const fieldsIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** Also of the resource PrometheusRule. */
const groupsOf = (value: Fields): readonly Fields[] => {
  const spec = isFields(value['spec']) && value['kind'] === 'PrometheusRule' ? value['spec'] : value
  return fieldsIn(spec['groups']).flatMap(({ rules }) => fieldsIn(rules))
}

function readRule(rule: Fields, draft: Draft): readonly ProbeRule[] {
  const expression = textIn(rule['expr']).slice(0, longest)
  const item = `alert "${textIn(rule['alert'] ?? rule['record'])}"`
  const failed = success.exec(expression)
  if (failed) return [{ isFor: selectorOf(failed[1]), ...waitOf(rule, item, draft) }]
  const certificate = expiry.exec(expression)
  if (certificate) return [{ isFor: selectorOf(certificate[1]), expiryDays: daysOf(certificate[2] ?? '', item, draft) }]
  const isOurs = expression.includes('probe_')
  const note = isOurs ? 'Its expression has no counterpart: set a limit or an assertion of the checks.' : ''
  draft.report({ item, field: 'expr', fate: isOurs ? 'impossible' : 'ignored', note })
  return []
}

/** How long a probe has to fail; at once below a minute. */
function waitOf(rule: Fields, item: string, draft: Draft): Pick<ProbeRule, 'alertSettings'> {
  const seconds = secondsOf(textIn(rule['for'])) ?? 0
  const { escalation, note } = escalationAfter(seconds)
  const isAtOnce = seconds < 60
  const fate = isAtOnce || note === null ? 'exact' : 'approximated'
  draft.report({ item, field: 'for', fate, note: isAtOnce ? '' : (note ?? '') })
  return isAtOnce ? {} : { alertSettings: escalation }
}

function daysOf(product: string, item: string, draft: Draft): number {
  const seconds = product.split('*').reduce((result, factor) => result * Number(factor), 1)
  const days = Math.min(365, Math.max(1, Math.round(seconds / 86_400)))
  const note = `A check of the certificate of each host warns ${days} days before its end.`
  draft.report({ item, field: 'expr', fate: 'approximated', note })
  return days
}

/** Matchers with `=` and `!=` are followed; those with expressions select all. */
function selectorOf(text: string | undefined): (labels: Labels) => boolean {
  const matchers = [...(text ?? '').matchAll(/(\w+)\s*(!?=~?|!~)\s*"([^"]*)"/g)]
  return (labels) =>
    matchers.every(([, name = '', operator = '', value = '']) => {
      if (operator === '=') return (labels.get(name) ?? '') === value
      return operator === '!=' ? (labels.get(name) ?? '') !== value : true
    })
}
