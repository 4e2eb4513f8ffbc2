import { describe, expect, it } from 'vitest'
import { defaultAlertSettings } from '#contract'
import { candidatesOf } from './noise-proposals.ts'

const proposed = (changes: object) =>
  candidatesOf({ ...defaultAlertSettings, ...changes }).map(({ kind, value, windowRuns }) =>
    windowRuns === null ? `${kind} ${value}` : `${kind} ${value} of ${windowRuns}`,
  )

describe('proposals', () => {
  it('are higher thresholds, windows of runs and later recoveries', () => {
    expect(proposed({ runBasedEscalation: { failedRunThreshold: 3 } })).toEqual([
      'FAILED_RUNS 5',
      'MINUTES_FAILING 5',
      'MINUTES_FAILING 10',
      'FAILED_OF_RUNS 2 of 3',
      'FAILED_OF_RUNS 3 of 5',
      'PASSED_RUNS 2',
      'PASSED_RUNS 3',
      'PASSED_RUNS 5',
    ])
  })

  it('of a check with a window change the window, which replaces its other thresholds', () => {
    expect(proposed({ windowBasedEscalation: { failedRunThreshold: 3, runs: 5 } })).toEqual([
      'FAILED_OF_RUNS 4 of 5',
      'FAILED_OF_RUNS 5 of 5',
      'PASSED_RUNS 5',
    ])
  })
})
