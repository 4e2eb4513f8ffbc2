import { expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { ServiceTestClock, testStartMs } from '../../tests/support/service-clock.ts'
import { Deadline } from './deadline.ts'

/** Of a process that notices within 20 ms that it stood still, which count. */
function aClock() {
  const clock = new ServiceTestClock(testStartMs)
  const standStill = (ms: number): void => {
    clock.standstill.stall(ms)
    clock.advance(ms)
  }
  return { clock, standStill }
}

it('does not count the time in which the process stood still, and ends when the rest is over', () => {
  const { clock, standStill } = aClock()
  const deadline = new Deadline(clock, 300)
  const expired: unknown[] = []
  deadline.onExpire((why) => expired.push(why))
  clock.advance(60)
  standStill(600)
  expect(deadline.failure).toBeNull()
  expect(deadline.remainingMs()).toBe(220)
  clock.advance(219)
  expect(expired).toEqual([])
  clock.advance(1)
  expect(expired).toEqual([expect.objectContaining({ kind: 'timeout', code: 'ETIMEDOUT' })])
})

it('is extended three times and no more, so that nothing waits forever on a machine that is stopped forever', () => {
  const { clock, standStill } = aClock()
  const deadline = new Deadline(clock, 50)
  let isOver = false
  deadline.onExpire(() => (isOver = true))
  let standstills = 0
  for (; !isOver && standstills < 50; standstills += 1) {
    standStill(200)
    clock.advance(1)
  }
  expect({ isOver, standstills }).toEqual({ isOver: true, standstills: 3 })
})

it('can be given a later end, counted from its start', () => {
  const { clock } = aClock()
  const deadline = new Deadline(clock, 30)
  deadline.prolong(minuteMs)
  clock.advance(80)
  expect(deadline.failure).toBeNull()
  deadline.prolong(10)
  expect(deadline.timeoutMs).toBe(minuteMs)
  deadline.close()
})
