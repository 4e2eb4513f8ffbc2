import { expect, it } from 'vitest'
import { SystemClock, TestClock } from './clock.ts'

const start = '2026-03-01T12:00:00.000Z'

it('a test clock stands still, and does what is due in the order of its time when it is moved', () => {
  const clock = new TestClock(start)
  const done: string[] = []
  clock.after(30, () => done.push('thirty'))
  clock.after(10, () => done.push('ten'))
  clock.after(40, () => done.push('forty'))
  clock.advance(30)
  expect(done).toEqual(['ten', 'thirty'])
  expect(new Date(clock.now()).toISOString()).toBe('2026-03-01T12:00:00.030Z')
  expect([clock.monotonicMs(), clock.activeMs()]).toEqual([30, 30])
})

it('gives other processes its limits, and a test clock gives them none', () => {
  expect([new SystemClock().limitForProcess(500), new TestClock().limitForProcess()]).toEqual([500, 0])
})

it('a timer that is cancelled by one due at the same time does nothing', () => {
  const clock = new TestClock()
  const done: string[] = []
  const second = clock.after(20, () => done.push('second'))
  clock.after(10, () => second.cancel())
  clock.advance(20)
  expect(done).toEqual([])
})

it('what repeats is due again an interval after it was done, until it is cancelled', () => {
  const clock = new TestClock()
  let turns = 0
  const timer = clock.every(10, () => (turns += 1))
  for (const ms of [9, 1, 25, 9, 1]) clock.advance(ms)
  expect(turns).toBe(3)
  timer.cancel()
  clock.advance(1_000)
  expect(turns).toBe(3)
})

it('what waits for no time does not wait for the clock to be moved', async () => {
  const clock = new TestClock()
  await clock.sleep(0)
  const isCancelled = Promise.withResolvers<boolean>()
  clock.after(0, () => isCancelled.resolve(false)).cancel()
  clock.after(0, () => isCancelled.resolve(true))
  expect(await isCancelled.promise).toBe(true)
})

it('a test clock that goes back takes its time with it, and ends no sleep by that', async () => {
  const clock = new TestClock(start)
  let isAwake = false
  void clock.sleep(10).then(() => (isAwake = true))
  clock.advance(-60_000)
  expect(new Date(clock.now()).toISOString()).toBe('2026-03-01T11:59:00.000Z')
  await clock.sleep(0)
  expect(isAwake).toBe(false)
  clock.advance(10)
  await clock.sleep(0)
  expect(isAwake).toBe(true)
})

it('the time of a service on a test clock may be ahead of it', () => {
  const clock = new TestClock(start)
  clock.time.advanceTo(clock.now() + 5_000)
  clock.advance(100)
  expect(new Date(clock.now()).toISOString()).toBe('2026-03-01T12:00:05.100Z')
  clock.advance(60_000)
  expect(clock.standstill.lostMs).toBe(0)
})

it.each([
  ['a test clock', new TestClock()],
  ['the clock of the machine', new SystemClock()],
])('%s: a sleep ends at once by its signal, and a time limit says why it ended', async (_name, clock) => {
  const stop = new AbortController()
  const sleep = clock.sleep(3_600_000, stop.signal)
  stop.abort()
  await sleep
  await clock.sleep(3_600_000, stop.signal)
  const limit = clock.timeLimit(1)
  const ended = new Promise((resolve) => limit.addEventListener('abort', resolve))
  if (clock instanceof TestClock) clock.advance(1)
  await ended
  expect(limit.reason).toMatchObject({ name: 'TimeoutError' })
})

it('two clocks of one machine have times and stalls of their own', () => {
  const [one, other] = [new SystemClock(), new SystemClock()]
  one.time.advanceTo(one.now() + 60_000)
  expect(one.now() - other.now()).toBeGreaterThan(59_000)
  expect(one.standstill).not.toBe(other.standstill)
  expect(one.uptimeMs()).toBeGreaterThan(0)
})
