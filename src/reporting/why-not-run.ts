import { descriptorOf } from '#contract'
import type { CheckType, RunnerProblems } from '#contract'

/**
 * Why no runner can run checks of a type at present: what the first of them lacks. Null when one can, when the type needs
 * nothing of its machine, and when no runner has said anything.
 */
export function whyNotRun(type: CheckType, runners: readonly RunnerProblems[]): string | null {
  const { needs = [] } = descriptorOf(type)
  const problems = runners.map((lacking) => needs.flatMap((need) => lacking[need] ?? [])[0] ?? null)
  return problems.includes(null) ? null : (problems[0] ?? null)
}
