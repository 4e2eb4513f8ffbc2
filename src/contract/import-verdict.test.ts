import { expect, it } from 'vitest'
import { importVerdict } from './import-verdict.ts'

it('a check agrees with the source when both say that it is up, or both that it is down', () => {
  expect(importVerdict('up', 'PASSING')).toBe('agree')
  expect(importVerdict('up', 'DEGRADED')).toBe('agree')
  expect(importVerdict('down', 'FAILING')).toBe('agree')
  expect(importVerdict('paused', 'PAUSED')).toBe('agree')
  expect(importVerdict('up', 'FAILING')).toBe('disagree')
  expect(importVerdict('down', 'PASSING')).toBe('disagree')
  expect(importVerdict('up', 'PAUSED')).toBe('disagree')
})

it('nothing is said of a check that has not run, or that the source has no state of', () => {
  for (const here of [undefined, 'PENDING', 'UNKNOWN'] as const) expect(importVerdict('up', here)).toBe('waiting')
  expect(importVerdict('unknown', 'FAILING')).toBe('unknown')
  expect(importVerdict('unknown', 'PAUSED')).toBe('unknown')
  expect(importVerdict('paused', 'PASSING')).toBe('unknown')
})
