import { expect, it, onTestFinished } from 'vitest'
import { SystemClock, minuteMs } from '#kernel'
import { Deadline } from './deadline.ts'

const clock = new SystemClock()

/** Blocks this process, as others on a busy machine would. */
function standStill(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function watchStandstill(): void {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  void clock.standstill.run(clock, stop.signal)
}

it('does not count the time in which the process stood still, and ends when the rest is over', async () => {
  watchStandstill()
  const deadline = new Deadline(clock, 300)
  const expired = new Promise((resolve) => deadline.onExpire(resolve))
  await clock.sleep(60)
  standStill(600)
  await nextTurn()
  await nextTurn()
  expect(deadline.failure).toBeNull()
  expect(deadline.remainingMs()).toBeGreaterThan(100)
  expect(await expired).toMatchObject({ kind: 'timeout', code: 'ETIMEDOUT' })
})

it('is extended three times and no more, so that nothing waits forever on a machine that is stopped forever', async () => {
  watchStandstill()
  const deadline = new Deadline(clock, 50)
  let isOver = false
  deadline.onExpire(() => (isOver = true))
  let standstills = 0
  for (; !isOver && standstills < 50; standstills += 1) {
    standStill(200)
    await clock.sleep(1)
  }
  expect(isOver).toBe(true)
  expect(standstills).toBeLessThan(20)
})

it('can be given a later end, counted from its start', async () => {
  const deadline = new Deadline(clock, 30)
  deadline.prolong(minuteMs)
  await clock.sleep(80)
  expect(deadline.failure).toBeNull()
  deadline.prolong(10)
  expect(deadline.timeoutMs).toBe(minuteMs)
  deadline.close()
})
