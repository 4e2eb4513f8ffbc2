import type { LogLine } from './observation.ts'

export const stepStates = ['STARTED', 'PASSED', 'FAILED', 'SKIPPED'] as const
export type StepState = (typeof stepStates)[number]

/** The events of a run in progress. Times are epoch milliseconds. */
export type RunProgress =
  | { readonly type: 'LOG'; readonly at: number; readonly level: LogLine['level']; readonly message: string }
  | {
      readonly type: 'STEP'
      readonly at: number
      readonly state: StepState
      readonly title: string
      /** `test`, or what kind of step it is: `test.step`, `pw:api`, `expect`, `hook`, `fixture`. */
      readonly category: string
      /** 0 for tests, 1 for their steps. */
      readonly depth: number
      /** Of what ended. */
      readonly durationMs: number | null
    }

/** More is left out. */
export const maxProgressEvents = 2000
export const maxProgressCharacters = 256_000
