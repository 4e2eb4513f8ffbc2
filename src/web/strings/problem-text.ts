import type { FieldProblem, RuleName, RuleParameters } from '#contract'
import { language } from '../language.ts'

type Sentences = { readonly [R in RuleName]: (parameters: RuleParameters[R]) => string }

/**
 * What the fields of a request violate in the language of the page, by their paths. Null where the words of the service
 * are used: in English, and while the texts cannot be loaded.
 */
export async function problemTexts(problems: readonly FieldProblem[]): Promise<ReadonlyMap<string, string> | null> {
  if (language !== 'de' || problems.length === 0) return null
  const late = await import('./de/problems.ts').catch(() => null)
  return late && textsOf(problems, late.problems)
}

/** Null for a rule that this page does not know, because the service was updated since it was loaded. */
export function textsOf(problems: readonly FieldProblem[], sentences: Sentences): ReadonlyMap<string, string> | null {
  if (!problems.every(({ rule }) => Object.hasOwn(sentences, rule))) return null
  return new Map(problems.map((problem) => [problem.path, textOf(problem, sentences)]))
}

const textOf = <R extends RuleName>({ rule, parameters }: FieldProblem<R>, sentences: Sentences): string =>
  sentences[rule](parameters)
