import { expect, it } from 'vitest'
import { Activity, Signal, silentLog, SystemClock, TestClock } from '#kernel'
import { createLog } from '#redaction'
import { LoopWatch } from './loop-watch.ts'
import { runLoop } from './run-loop.ts'

const realTime = new SystemClock()

const seconds = 300

it('a loop that fails for minutes says so at once and then once a minute, and when it fails anew', async () => {
  const lines: string[] = []
  const clock = new TestClock()
  const stop = new AbortController()
  let isAway = true
  let turns = 0
  const running = runLoop(
    {
      name: 'ticks',
      iteration: async () => {
        turns += 1
        if (isAway) throw new Error('The database is away.')
        return 1_000
      },
    },
    {
      clock,
      log: createLog('warn', { write: (line: string) => void lines.push(line) }),
      watch: new LoopWatch(realTime),
      activity: new Activity(),
      metrics: { turned: () => {} },
      signal: stop.signal,
      wake: new Signal(),
    },
  )
  const pass = async (): Promise<void> => {
    clock.advance(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (let second = 0; second < seconds; second += 1) await pass()
  expect(turns).toBeGreaterThan(seconds / 10)
  expect(lines.length).toBeGreaterThanOrEqual(4)
  expect(lines.length).toBeLessThanOrEqual(1 + seconds / 60)

  isAway = false
  for (let second = 0; second < 20; second += 1) await pass()
  const before = lines.length
  isAway = true
  for (let second = 0; second < 3; second += 1) await pass()
  expect(lines.length).toBe(before + 1)
  stop.abort()
  await running
})

it('a loop sleeps a part of its first sleep and then all of each, so that loops do not turn together', async () => {
  const clock = new TestClock()
  const stop = new AbortController()
  const startedAt = clock.now()
  const turnsOf = (firstShare: number) => {
    const times: number[] = []
    const iteration = async (): Promise<number> => {
      times.push(clock.now() - startedAt)
      return 1_000
    }
    const tools = {
      clock,
      log: createLog('silent'),
      watch: new LoopWatch(realTime),
      activity: new Activity(),
      metrics: { turned: () => {} },
    }
    void runLoop({ name: 'ticks', iteration }, { ...tools, signal: stop.signal, wake: new Signal(), firstShare })
    return times
  }
  const [early, late] = [turnsOf(0.25), turnsOf(0.75)]
  for (let step = 0; step < 10; step += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(250)
  }
  stop.abort()
  expect({ early, late }).toEqual({ early: [0, 250, 1_250, 2_250], late: [0, 750, 1_750] })
})

it('a loop that cannot end in order says so, and ends', async () => {
  const lines: string[] = []
  const stop = new AbortController()
  stop.abort()
  const finish = () => Promise.reject(new Error('the database is away'))
  await runLoop(
    { name: 'agents', iteration: async () => 1_000, finish },
    {
      clock: new TestClock(),
      log: createLog('warn', { write: (line: string) => void lines.push(line) }),
      watch: new LoopWatch(realTime),
      activity: new Activity(),
      metrics: { turned: () => {} },
      signal: stop.signal,
      wake: new Signal(),
    },
  )
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ loop: 'agents', error: 'the database is away' }])
})

it('a loop looks again for work that was announced while it was looking', async () => {
  const wake = new Signal()
  const stop = new AbortController()
  let turns = 0
  const iteration = async (): Promise<number> => {
    turns += 1
    if (turns === 1) wake.notify()
    else stop.abort()
    return 1_000
  }
  await runLoop(
    { name: 'mails', iteration },
    {
      clock: new TestClock(),
      log: silentLog,
      watch: new LoopWatch(realTime),
      activity: new Activity(),
      metrics: { turned: () => {} },
      signal: stop.signal,
      wake,
    },
  )
  expect(turns).toBe(2)
})
