import { expect, it } from 'vitest'
import type { DryRunEventResource } from '#contract'
import { ProgressPrinter } from './progress-printer.ts'

const at = '2026-01-01T00:00:00.000Z'
type Step = readonly [
  state: 'STARTED' | 'PASSED' | 'FAILED' | 'SKIPPED',
  depth: number,
  category: string,
  title: string,
]

function printed(events: readonly (Step | string)[]): string[] {
  const lines: string[] = []
  const printer = new ProgressPrinter((line) => void lines.push(line))
  for (const event of events) printer.add(typeof event === 'string' ? logOf(event) : stepOf(event))
  return lines
}
const logOf = (message: string): DryRunEventResource => ({ type: 'LOG', at, level: 'INFO', message })
const stepOf = ([state, depth, category, title]: Step): DryRunEventResource => {
  const step = { type: 'STEP', at, state, depth, category, title } as const
  return state === 'STARTED' ? step : { ...step, duration: 12.4 }
}

it('prints tests and steps nested when they begin, and everything with its duration when it ends', () => {
  expect(
    printed([
      ['STARTED', 0, 'test', 'sells'],
      ['STARTED', 1, 'test.step', 'look'],
      'hello\nworld',
      ['STARTED', 2, 'expect', 'Expect "toBe"'],
      ['FAILED', 2, 'expect', 'Expect "toBe"'],
      ['FAILED', 1, 'test.step', 'look'],
      ['FAILED', 0, 'test', 'sells'],
      ['SKIPPED', 0, 'test', 'later'],
    ]),
  ).toEqual([
    '▸ sells',
    '  ▸ look',
    '    │ hello',
    '    │ world',
    '    ✗ Expect "toBe" (12 ms)',
    '  ✗ look (12 ms)',
    '✗ sells (12 ms)',
    '- later (12 ms)',
  ])
})

it('shows what happens in hooks in their place, and nothing of fixtures unless one fails', () => {
  const setUp = (state: 'PASSED' | 'FAILED'): (Step | string)[] => [
    ['STARTED', 0, 'test', 'sells'],
    ['STARTED', 1, 'hook', 'Before Hooks'],
    ['STARTED', 2, 'fixture', 'Fixture "page"'],
    ['STARTED', 3, 'pw:api', 'Create page'],
    ['PASSED', 3, 'pw:api', 'Create page'],
    [state, 2, 'fixture', 'Fixture "page"'],
    ['STARTED', 2, 'pw:api', 'Navigate'],
    ['PASSED', 2, 'pw:api', 'Navigate'],
    ['PASSED', 1, 'hook', 'Before Hooks'],
  ]
  expect(printed(setUp('PASSED'))).toEqual(['▸ sells', '  ✓ Navigate (12 ms)'])
  expect(printed(setUp('FAILED'))).toEqual(['▸ sells', '  ✗ Fixture "page" (12 ms)', '  ✓ Navigate (12 ms)'])
})

it('lets no page or script control the terminal', () => {
  expect(printed(['\u001B[2Jclear\u0007\u009B1m', ['STARTED', 0, 'test', 'a\u001B]0;title\u0007\nb']])).toEqual([
    '│ clear',
    '▸ a b',
  ])
})
