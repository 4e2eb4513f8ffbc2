import { expect, it } from 'vitest'
import { hourMs, minuteMs } from './durations.ts'
import { StallDetector } from './stall-detector.ts'

/** A detector with clocks that a test moves: `run` lets the process tick on time, `freeze` keeps it from ticking. */
function aProcess() {
  let steady = 1_000
  let wall = 1_700_000_000_000
  const watch = new StallDetector({ steady: () => steady, wall: () => wall })
  watch.tick()
  const pass = (ms: number): void => {
    steady += ms
    wall += ms
  }
  return {
    watch,
    run: (ms: number): void => {
      for (let passed = 0; passed < ms; passed += 20) {
        pass(20)
        watch.tick()
      }
    },
    freeze: pass,
    setClock: (ms: number) => void (wall += ms),
  }
}

it('loses no time while the process runs, with the small delays of a busy event loop', () => {
  const { watch, run, freeze } = aProcess()
  const begin = watch.mark()
  const before = watch.activeNow()
  run(2_000)
  freeze(70)
  run(100)
  expect(watch.activeNow() - before).toBe(2_170)
  expect(watch.between(begin, watch.mark())).toEqual({ lostMs: 0, maxDelayMs: 70, isClockChanged: false })
})

it('excludes a standstill from measured time, whoever reads the clock first after it', () => {
  const { watch, run, freeze } = aProcess()
  const begin = watch.mark()
  const before = watch.activeNow()
  run(200)
  freeze(5_000)
  expect(watch.activeNow() - before).toBe(220)
  run(200)
  expect(watch.activeNow() - before).toBe(420)
  expect(watch.between(begin, watch.mark())).toEqual({ lostMs: 4_980, maxDelayMs: 4_980, isClockChanged: false })
})

it('blames a run for nothing that happened before or after it', () => {
  const { watch, run, freeze } = aProcess()
  freeze(3_000)
  const begin = watch.mark()
  run(100)
  const end = watch.mark()
  freeze(3_000)
  watch.tick()
  expect(watch.between(begin, end)).toEqual({ lostMs: 0, maxDelayMs: 0, isClockChanged: false })
})

it.each([
  ['forward', hourMs],
  ['back', -100_000],
])('notices a clock that was set %s, and loses no time by it', (_which, ms) => {
  const { watch, run, setClock } = aProcess()
  const begin = watch.mark()
  const before = watch.activeNow()
  run(100)
  setClock(ms)
  run(100)
  expect(watch.activeNow() - before).toBe(200)
  expect(watch.between(begin, watch.mark()).isClockChanged).toBe(true)
  const end = watch.mark()
  run(100)
  expect(watch.between(end, watch.mark()).isClockChanged).toBe(false)
})

it('remembers the latest long gap and how long ago it ended, past many short ones', () => {
  const { watch, run, freeze } = aProcess()
  expect(watch.lastLongGap()).toBeNull()
  freeze(2_020)
  run(500)
  for (let times = 0; times < 10_000; times += 1) {
    freeze(120)
    watch.tick()
  }
  expect(watch.lastLongGap()).toEqual({ ms: 2_020, agoMs: 480 + 10_000 * 120 })
})

it('notices nothing before it was started', () => {
  let steady = 0
  const watch = new StallDetector({ steady: () => steady, wall: () => 0 })
  const begin = watch.mark()
  steady = minuteMs
  expect(watch.activeNow()).toBe(minuteMs)
  expect(watch.between(begin, watch.mark()).lostMs).toBe(0)
})
