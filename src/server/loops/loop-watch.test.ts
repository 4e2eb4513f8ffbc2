import { expect, it, vi } from 'vitest'
import { SystemClock, minuteMs } from '#kernel'
import { LoopWatch } from './loop-watch.ts'

const twenty = () => 20_000
let now = 0
const aWatch = () => {
  now = 0
  return new LoopWatch({ monotonicMs: () => now })
}

it('a loop is overdue from the end of the sleep it requested', () => {
  const watch = aWatch()
  watch.started('roll-ups')
  now = 1000
  watch.succeeded('roll-ups', minuteMs)
  now = 81_000
  expect(watch.stalled(twenty)).toEqual([])
  now = 81_001
  expect(watch.stalled(twenty)).toEqual([{ name: 'roll-ups', forMs: 20_001, problem: null }])
})

it('a loop that fails is overdue since it was last due, with what went wrong, and may be given more time', () => {
  const watch = aWatch()
  watch.started('ticks')
  watch.failed('ticks', 'The database is away.')
  watch.failed('nobody', 'x')
  now = 20_001
  expect(watch.stalled(twenty)).toEqual([{ name: 'ticks', forMs: 20_001, problem: 'The database is away.' }])
  expect(watch.stalled(() => 300_000)).toEqual([])
  watch.succeeded('ticks')
  expect(watch.stalled(twenty)).toEqual([])
})

it('the disk of the database is full while a loop failed because of it in its last iteration', () => {
  const watch = aWatch()
  watch.started('ticks')
  watch.failed('ticks', 'No space left on device', true)
  expect(watch.isDiskFull()).toBe(true)
  watch.failed('ticks', 'Something else')
  expect(watch.isDiskFull()).toBe(false)
})

it('no loop is overdue because the clock of the machine was turned', () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * minuteMs)
  const watch = new LoopWatch(new SystemClock())
  watch.started('ticks')
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60 * minuteMs)
  expect(watch.stalled(twenty)).toEqual([])
})
