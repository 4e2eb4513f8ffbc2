import { isFields } from '#contract'
import { secondsOf } from '../../counterparts/durations.ts'
import { escalationAfter } from '../../counterparts/retries.ts'
import type { Part } from '../../counterparts/yaml-documents.ts'
import type { Draft } from '../../draft.ts'
import type { Labels } from './relabel.ts'

type Fields = Readonly<Record<string, unknown>>

/** What an alert rule means for checks whose labels it selects. */
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
  const expression = String(rule['expr'] ?? '').slice(0, longest)
  const item = `alert "${String(rule['alert'] ?? rule['record'] ?? '')}"`
  const failed = success.exec(expression)
  if (failed) {
    const seconds = secondsOf(typeof rule['for'] === 'string' ? rule['for'] : null) ?? 0
    const isFor = selectorOf(failed[1])
    if (seconds < 60) {
      draft.report({ item, field: '', fate: 'exact', note: '' })
      return [{ isFor }]
    }
    const { escalation, note } = escalationAfter(seconds)
    draft.report({ item, field: 'for', fate: note === null ? 'exact' : 'approximated', note: note ?? '' })
    return [{ isFor, alertSettings: escalation }]
  }
  const certificate = expiry.exec(expression)
  if (certificate) {
    const seconds = (certificate[2] ?? '').split('*').reduce((product, factor) => product * Number(factor), 1)
    const days = Math.min(365, Math.max(1, Math.round(seconds / 86_400)))
    draft.report({
      item,
      field: 'expr',
      fate: 'approximated',
      note: `A check of the certificate of each host warns ${days} days before its end.`,
    })
    return [{ isFor: selectorOf(certificate[1]), expiryDays: days }]
  }
  const isOurs = expression.includes('probe_')
  const note = isOurs ? 'Its expression has no counterpart: set a limit or an assertion of the checks.' : ''
  draft.report({ item, field: 'expr', fate: isOurs ? 'impossible' : 'ignored', note })
  return []
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
