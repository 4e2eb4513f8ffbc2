import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs } from './durations.ts'
import { ServiceTime } from './service-time.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')
let wall = start
let elapsed = 50
let time: ServiceTime

beforeEach(() => {
  wall = start
  elapsed = 50
  time = new ServiceTime({ wallMs: () => wall, elapsedMs: () => elapsed })
})

function pass(ms: number): number {
  wall += ms
  elapsed += ms
  return time.now()
}

describe('the time of the service', () => {
  it('is the clock of the machine while that agrees with the time that passes', () => {
    expect(pass(5_000)).toBe(start + 5_000)
    wall += 400
    expect({ now: time.now(), aheadMs: time.aheadMs, lastJump: time.lastJump }).toEqual({
      now: start + 5_400,
      aheadMs: 0,
      lastJump: null,
    })
  })

  it.each([-100_000, -hourMs, hourMs, dayMs, -dayMs, 70 * 365 * dayMs])(
    'goes on by the time that passes when the clock jumps by %d ms',
    (jump) => {
      pass(1_000)
      wall += jump
      expect(pass(10)).toBe(start + 1_010)
      expect(pass(20_000)).toBe(start + 21_010)
      expect({ aheadMs: time.aheadMs, byMs: time.lastJump?.byMs, steadyMs: time.steadyMs }).toEqual({
        aheadMs: -jump,
        byMs: jump,
        steadyMs: 20_000,
      })
      wall -= jump
      expect(pass(10)).toBe(start + 21_020)
      expect(time.aheadMs).toBe(0)
    },
  )

  it('never goes back, however often the clock does', () => {
    let before = time.now()
    for (let step = 0; step < 2_000; step += 1) {
      wall += Math.round(Math.sin(step) * 3_000)
      const now = pass(step % 7)
      expect(now).toBeGreaterThanOrEqual(before)
      before = now
    }
  })

  it('returns to the clock by a tenth of the elapsed time, and only when it may', () => {
    wall -= 100_000
    time.now()
    expect(pass(10_000) - start).toBe(10_000)
    time.mayApproach = true
    expect(pass(10_000) - start).toBe(19_000)
    expect(time.aheadMs).toBe(99_000)
    for (let second = 0; second < 990; second += 1) pass(1_000)
    expect({ aheadMs: time.aheadMs, now: time.now() }).toEqual({ aheadMs: 0, now: wall })
  })

  it('goes on by the time that passes after a jump until somebody says that the clock may be approached again', () => {
    time.mayApproach = true
    wall -= 100_000
    time.now()
    expect(pass(5_000)).toBe(start + 5_000)
  })

  it('can be moved forward by who knows better, never back', () => {
    time.advanceTo(start + hourMs)
    expect(pass(5)).toBe(start + hourMs + 5)
    time.advanceTo(start)
    expect(time.now()).toBe(start + hourMs + 5)
  })

  it('does not take a process that was interrupted between two readings for a jump', () => {
    let reads = 0
    const interrupted = new ServiceTime({
      elapsedMs: () => {
        reads += 1
        if (reads === 4) pass(minuteMs)
        return elapsed
      },
      wallMs: () => wall,
    })
    expect(interrupted.now()).toBe(start + minuteMs)
    expect(interrupted.lastJump).toBeNull()
  })
})
