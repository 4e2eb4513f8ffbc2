import type { FieldProblem, RuleName } from '#contract'
import { problems as sentences } from './problems.ts'

/**
 * The problems of the fields of a request, by their paths. Null for a rule that this page does not know, because the service
 * was updated since it was loaded.
 */
export function problemTexts(problems: readonly FieldProblem[]): ReadonlyMap<string, string> | null {
  if (!problems.every(({ rule }) => Object.hasOwn(sentences, rule))) return null
  return new Map(problems.map((problem) => [problem.path, textOf(problem)]))
}

const textOf = <R extends RuleName>({ rule, parameters }: FieldProblem<R>): string => sentences[rule](parameters)
