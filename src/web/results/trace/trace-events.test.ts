import { expect, it } from 'vitest'
import { eventsIn, framesIn, spread } from './trace-events.ts'

it('reads the pictures of a trace in their order, at the time of the wall', () => {
  const lines = [
    { type: 'context-options', wallTime: 10_000, monotonicTime: 500 },
    { type: 'screencast-frame', sha1: 'b.jpeg', timestamp: 700 },
    { type: 'screencast-frame', sha1: 'a.jpeg', timestamp: 900, frameSwapWallTime: 10_100 },
    { type: 'screencast-frame', sha1: 7 },
    { type: 'console' },
  ]
  const text = [...lines.map((line) => JSON.stringify(line)), 'no JSON', 'null', ''].join('\n')
  expect(framesIn(eventsIn(text))).toEqual([
    { at: 10_100, name: 'resources/a.jpeg' },
    { at: 10_200, name: 'resources/b.jpeg' },
  ])
})

it('spreads what is too much over the whole', () => {
  expect(spread([1, 2, 3], 5)).toEqual([1, 2, 3])
  expect(spread([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 3)).toEqual([0, 5, 10])
})
