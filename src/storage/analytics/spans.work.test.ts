import { expect, it } from 'vitest'
import { countedSteps } from '../../../tests/support/counted-steps.ts'
import { piecesOf } from './spans.ts'
import type { Span } from './spans.ts'

const indexesOf = (spans: readonly Span[]) => piecesOf(spans).flatMap(({ spanIndexes }) => spanIndexes)

it('spans that overlap, touch or are apart are cut into pieces with the spans around each', () => {
  const spans = [
    { spanIndex: 2, fromMs: 0, toMs: 30 },
    { spanIndex: 0, fromMs: 10, toMs: 20 },
    { spanIndex: 1, fromMs: 30, toMs: 40 },
    { spanIndex: 3, fromMs: 50, toMs: 60 },
  ]
  expect(indexesOf(spans)).toEqual([[2], [0, 2], [2], [1], [], [3]])
})

function stepsOf(count: number): number {
  const spans = Array.from({ length: count }, (_, spanIndex) => ({
    spanIndex,
    fromMs: spanIndex * 10,
    toMs: spanIndex * 10 + 10,
  }))
  let found = 0
  const steps = countedSteps(() => {
    found = indexesOf(spans).length
  })
  expect(found).toBe(count)
  return steps
}

it('twice as many spans take about twice the work', () => {
  stepsOf(1)
  expect(stepsOf(4_000)).toBeLessThan(2.3 * stepsOf(2_000))
})
