import type { Assertion, AssertionSourceName } from '#contract'
import { findAssertionProblems } from '#evaluation'
import { Fault } from '#kernel'
import { findTemplateProblem } from '#templating'

/** Refuses assertions that do not follow the grammar. `path` is the place of the list, for example `request.assertions`. */
export function judgeAssertions(
  sources: readonly AssertionSourceName[],
  assertions: readonly Assertion[],
  path: string,
): void {
  const [found] = findAssertionProblems(sources, assertions, path)
  if (found) throw new Fault('ASSERTION_INVALID', { values: { ...found }, attributes: { [found.path]: found.problem } })
}

/** Refuses the first text inside a value whose `{{templates}}` cannot be filled in. */
export function judgeTemplates(value: unknown, path: string): void {
  if (typeof value === 'string') return judgeTemplate(value, path)
  if (value === null || typeof value !== 'object') return
  for (const [name, item] of Object.entries(value))
    judgeTemplates(item, Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`)
}

function judgeTemplate(text: string, path: string): void {
  const problem = findTemplateProblem(text)
  if (problem !== null)
    throw new Fault('TEMPLATE_INVALID', { values: { path, problem }, attributes: { [path]: problem } })
}
