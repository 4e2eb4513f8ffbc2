import { descriptorOf } from '#contract'
import type { CheckType, RunCondition, RunRequirement, RunnerProblems } from '#contract'

/**
 * Why no runner can run checks of a type at present, of which some conditions hold: what the first of them lacks. Null when
 * one can, when the check needs nothing of its machine, and when no runner has said anything.
 */
export function whyNotRun(
  type: CheckType,
  conditions: ReadonlySet<RunCondition>,
  runners: readonly RunnerProblems[],
): string | null {
  const needs = needsOf(type, conditions)
  const problems = runners.map((lacking) => needs.flatMap((need) => lacking[need] ?? [])[0] ?? null)
  return problems.includes(null) ? null : (problems[0] ?? null)
}

/** Whether the conditions of checks of a type matter to whether these runners can run them. */
export const dependsOnConditions = (type: CheckType, runners: readonly RunnerProblems[]): boolean =>
  runners.length > 0 && descriptorOf(type).conditionalNeeds !== undefined

function needsOf(type: CheckType, conditions: ReadonlySet<RunCondition>): readonly RunRequirement[] {
  const { needs = [], conditionalNeeds = {} } = descriptorOf(type)
  return [...needs, ...[...conditions].flatMap((condition) => conditionalNeeds[condition] ?? [])]
}
