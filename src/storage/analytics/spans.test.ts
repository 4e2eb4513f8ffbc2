import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '#kernel'
import { piecesOf } from './spans.ts'

const span = fc
  .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 60 }))
  .map(([from, length]) => ({ fromMs: (from * dayMs) / 4, toMs: ((from + length) * dayMs) / 4 }))

test('every moment lies in one piece with the indexes of the spans around it', () => {
  fc.assert(
    fc.property(fc.array(span, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 260 }), (list, quarter) => {
      const spans = list.map((one, spanIndex) => ({ ...one, spanIndex }))
      const ms = (quarter * dayMs) / 4
      const around = spans.filter(({ fromMs, toMs }) => fromMs <= ms && ms < toMs).map(({ spanIndex }) => spanIndex)
      const within = piecesOf(spans).filter(({ fromMs, toMs }) => fromMs <= ms && ms < toMs)
      expect(within.length).toBeLessThanOrEqual(1)
      const [pieces] = within
      const piece = pieces?.starts.filter((start) => start.getTime() <= ms).length ?? 0
      expect(pieces?.spanIndexes[piece - 1] ?? []).toEqual(around)
    }),
  )
})

test('more than a day between spans is not read', () => {
  const spans = [
    { spanIndex: 0, fromMs: 0, toMs: dayMs },
    { spanIndex: 0, fromMs: 5 * dayMs, toMs: 6 * dayMs },
  ]
  expect(piecesOf(spans).map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
    [0, dayMs],
    [5 * dayMs, 6 * dayMs],
  ])
})
