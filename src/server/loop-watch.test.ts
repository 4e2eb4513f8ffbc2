import { expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { LoopWatch } from './loop-watch.ts'

const twenty = () => 20_000

it('a loop is overdue from the end of the sleep it requested', () => {
  const watch = new LoopWatch()
  watch.started('roll-ups', 0)
  watch.succeeded('roll-ups', 1000, minuteMs)
  expect(watch.stalled(81_000, twenty)).toEqual([])
  expect(watch.stalled(81_001, twenty)).toEqual([{ name: 'roll-ups', forMs: 20_001, problem: null }])
})

it('a loop that fails is overdue since it was last due, with what went wrong, and may be given more time', () => {
  const watch = new LoopWatch()
  watch.started('ticks', 0)
  watch.failed('ticks', 'The database is away.')
  watch.failed('nobody', 'x')
  expect(watch.stalled(20_001, twenty)).toEqual([{ name: 'ticks', forMs: 20_001, problem: 'The database is away.' }])
  expect(watch.stalled(20_001, () => 300_000)).toEqual([])
  watch.succeeded('ticks', 20_002)
  expect(watch.stalled(20_003, twenty)).toEqual([])
})

it('the disk of the database is full while a loop failed because of it in its last turn', () => {
  const watch = new LoopWatch()
  watch.started('ticks', 0)
  watch.failed('ticks', 'No space left on device', true)
  expect(watch.isDiskFull()).toBe(true)
  watch.failed('ticks', 'Something else')
  expect(watch.isDiskFull()).toBe(false)
})
