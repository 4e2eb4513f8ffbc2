import { describe, expect, it } from 'vitest'
import { summarizeTick } from './summarize-tick.ts'

describe('summarizeTick', () => {
  it('says nothing without outcomes', () => {
    expect(summarizeTick([])).toBeNull()
  })

  it.each([
    [['passed', 'passed'], 'passed', 0, 0],
    [['passed', 'degraded'], 'degraded', 0, 1],
    [['failed', 'degraded', 'passed', 'failed'], 'failed', 2, 1],
  ] as const)('of %s is %s', (outcomes, outcome, failingLocations, degradedLocations) => {
    expect(summarizeTick(outcomes)).toEqual({
      outcome,
      failingLocations,
      degradedLocations,
      totalLocations: outcomes.length,
    })
  })
})
