import { RE2JS } from 're2js'
import { isFields } from '#contract'
import { textIn } from '../../counterparts/text-in.ts'

export type Labels = ReadonlyMap<string, string>

type Fields = Readonly<Record<string, unknown>>

/** A rule that cannot be followed here, as a sentence. */
export class RelabelProblem extends Error {}

const longest = 4096

/** The labels of a target after the rules of a job, or null where they drop it. Throws RelabelProblem. */
export function relabelled(labels: Labels, rules: readonly unknown[]): Labels | null {
  let current: Labels | null = labels
  for (const rule of rules) {
    if (!isFields(rule)) continue
    current = afterRule(current, ruleOf(rule))
    if (current === null) return null
  }
  return current
}

interface Rule {
  readonly action: string
  readonly sources: readonly string[]
  readonly separator: string
  readonly target: string
  readonly regex: string
  readonly replacement: string
}

/** Also as resources of Kubernetes write it. */
function ruleOf(rule: Fields): Rule {
  const of = (name: string, camel: string): unknown => rule[name] ?? rule[camel]
  const sources = of('source_labels', 'sourceLabels')
  return {
    action: (textIn(rule['action']) || 'replace').toLowerCase(),
    sources: Array.isArray(sources) ? sources.map(String) : [],
    separator: textIn(rule['separator'] ?? ';'),
    target: textIn(of('target_label', 'targetLabel')),
    regex: textIn(rule['regex'] ?? '(.*)'),
    replacement: textIn(rule['replacement'] ?? '$1'),
  }
}

function afterRule(labels: Labels, rule: Rule): Labels | null {
  const value = rule.sources
    .map((name) => labels.get(name) ?? '')
    .join(rule.separator)
    .slice(0, longest)
  const action = Object.hasOwn(actions, rule.action) ? actions[rule.action] : undefined
  if (action === undefined) throw new RelabelProblem(`The action ${rule.action.slice(0, 40)} is not known.`)
  return action(labels, rule, value)
}

type Action = (labels: Labels, rule: Rule, value: string) => Labels | null

const onlyIf = (isKept: boolean, labels: Labels): Labels | null => (isKept ? labels : null)
const isEqual = (labels: Labels, { target }: Rule, value: string): boolean => value === (labels.get(target) ?? '')
const withNames = (labels: Labels, isKept: (name: string) => boolean): Labels =>
  new Map([...labels].filter(([name]) => isKept(name)))

const actions: Readonly<Record<string, Action>> = {
  keep: (labels, { regex }, value) => onlyIf(matched(regex, value) !== null, labels),
  drop: (labels, { regex }, value) => onlyIf(matched(regex, value) === null, labels),
  keepequal: (labels, rule, value) => onlyIf(isEqual(labels, rule, value), labels),
  dropequal: (labels, rule, value) => onlyIf(!isEqual(labels, rule, value), labels),
  lowercase: (labels, { target }, value) => withLabel(labels, target, value.toLowerCase()),
  uppercase: (labels, { target }, value) => withLabel(labels, target, value.toUpperCase()),
  labeldrop: (labels, { regex }) => withNames(labels, (name) => matched(regex, name) === null),
  labelkeep: (labels, { regex }) => withNames(labels, (name) => matched(regex, name) !== null),
  labelmap: (labels, rule) => mapped(labels, rule),
  replace: (labels, rule, value) => replaced(labels, rule, value),
  hashmod: () => {
    throw new RelabelProblem('It shares targets among several instances of Prometheus: all of them are imported.')
  },
}

function mapped(labels: Labels, { regex, replacement }: Rule): Labels {
  const added = [...labels].flatMap(([name, value]) => {
    const groups = matched(regex, name)
    return groups ? [[filled(replacement, groups), value] as const] : []
  })
  return new Map([...labels, ...added])
}

function replaced(labels: Labels, { regex, target, replacement }: Rule, value: string): Labels {
  const groups = matched(regex, value)
  return groups ? withLabel(labels, filled(target, groups), filled(replacement, groups)) : labels
}

function withLabel(labels: Labels, name: string, value: string): Labels {
  const changed = new Map(labels)
  if (value === '') changed.delete(name)
  else changed.set(name, value.slice(0, longest))
  return changed
}

const compiled = new Map<string, RE2JS>()
const mostCompiled = 500

/** The groups of a match of the whole text, in linear time; null without one. */
function matched(regex: string, text: string): readonly string[] | null {
  const matcher = expressionOf(regex).matcher(text.slice(0, longest))
  if (!matcher.matches()) return null
  return Array.from({ length: matcher.groupCount() + 1 }, (_none, index) => matcher.group(index) ?? '')
}

function expressionOf(regex: string): RE2JS {
  const known = compiled.get(regex)
  if (known) return known
  if (regex.length > longest) throw new RelabelProblem('An expression is too long.')
  try {
    if (compiled.size >= mostCompiled) compiled.clear()
    const expression = RE2JS.compile(regex, RE2JS.DOTALL)
    compiled.set(regex, expression)
    return expression
  } catch {
    throw new RelabelProblem(`The expression ${regex.slice(0, 100)} cannot be read.`)
  }
}

const filled = (text: string, groups: readonly string[]): string =>
  text.replaceAll(/\$(?:(\d{1,2})|\{(\d{1,2})\}|\$)/g, (whole, bare?: string, braced?: string) =>
    whole === '$$' ? '$' : (groups[Number(bare ?? braced)] ?? ''),
  )
