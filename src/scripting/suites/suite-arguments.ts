import { writeReason } from '#contract/reasons'
/** The selection of a project that a suite runs. */
export interface SuiteSelection {
  readonly projects: readonly string[]
  /** With or without `@`. */
  readonly tags: readonly string[]
}

const headed = /(^|\s)--(headed|ui|debug)(\s|=|$)/

/**
 * Why a test command cannot run, in a sentence, as far as that can be seen before it runs; null when nothing is wrong. The
 * process of the suite reads the same of arguments that arrive in another way.
 */
export function findCommandProblem(command: string): string | null {
  const found = headed.exec(command)?.[2]
  return found === undefined ? null : writeReason('COMMAND_NEEDS_SCREEN', { name: found })
}
