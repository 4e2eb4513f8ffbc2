import { expect, it } from 'vitest'
import { liveStepsOf } from './live-steps.ts'
import type { RunEvent } from './live-steps.ts'

const at = '2026-11-26T10:00:00.000Z'
const step = (state: NonNullable<RunEvent['state']>, title: string, depth: number, category = 'pw:api'): RunEvent => ({
  type: 'STEP',
  at,
  state,
  title,
  depth,
  category,
  ...(state !== 'STARTED' && { duration: 20 }),
})

it('steps are shown as they begin and end, without what is around a test', () => {
  const events = [
    step('STARTED', 'pays', 0, 'test'),
    step('STARTED', 'Before Hooks', 1, 'hook'),
    step('STARTED', 'Fixture "page"', 2, 'fixture'),
    step('STARTED', 'Create page', 3),
    step('PASSED', 'Create page', 3),
    step('PASSED', 'Fixture "page"', 2, 'fixture'),
    step('PASSED', 'Before Hooks', 1, 'hook'),
    step('STARTED', 'Open the shop', 1, 'test.step'),
    step('STARTED', 'Navigate', 2),
    step('PASSED', 'Navigate', 2),
    { type: 'LOG', at, level: 'INFO', message: 'hello' },
    step('STARTED', 'Click', 2),
  ] as const
  expect(liveStepsOf(events)).toEqual([
    { title: 'pays', indent: 0, state: 'STARTED', duration: null },
    { title: 'Open the shop', indent: 1, state: 'STARTED', duration: null },
    { title: 'Navigate', indent: 2, state: 'PASSED', duration: 20 },
    { title: 'Click', indent: 2, state: 'STARTED', duration: null },
  ])
})

it('a hook or a fixture that fails is shown', () => {
  const events = [
    step('STARTED', 'pays', 0, 'test'),
    step('STARTED', 'Before Hooks', 1, 'hook'),
    step('FAILED', 'Before Hooks', 1, 'hook'),
    step('FAILED', 'pays', 0, 'test'),
  ]
  expect(liveStepsOf(events)).toMatchObject([
    { title: 'pays', indent: 0, state: 'FAILED' },
    { title: 'Before Hooks', indent: 1, state: 'FAILED' },
  ])
})
