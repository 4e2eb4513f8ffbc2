import { describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#kernel'
import { blockedUserAgents, isBlockedUserAgent } from './blocked-user-agents.ts'
import { expectedAt, failingAt, findHeartbeatProblem, heartbeatGraceMs, heartbeatPeriodMs } from './heartbeat-timing.ts'
import type { HeartbeatTiming } from './heartbeat-timing.ts'
import { classifyPing } from './classify-ping.ts'
import { timerAfterEdit } from './timer-after-edit.ts'

const aHeartbeat = (changes: Partial<HeartbeatTiming> = {}): HeartbeatTiming => ({
  period: 60,
  periodUnit: 'minutes',
  grace: 10,
  graceUnit: 'minutes',
  ...changes,
})

const RESET = Date.parse('2026-03-01T00:00:00.000Z')

describe('the settings of a heartbeat', () => {
  it('are turned into milliseconds by their units', () => {
    expect(heartbeatPeriodMs(aHeartbeat({ period: 2, periodUnit: 'days' }))).toBe(172_800_000)
    expect(heartbeatPeriodMs(aHeartbeat({ period: 1.5, periodUnit: 'hours' }))).toBe(5_400_000)
    expect(heartbeatGraceMs(aHeartbeat({ grace: 45, graceUnit: 'seconds' }))).toBe(45_000)
  })

  it.each([
    aHeartbeat(),
    aHeartbeat({ period: 30, periodUnit: 'seconds', grace: 0 }),
    aHeartbeat({ period: 365, periodUnit: 'days', grace: 365, graceUnit: 'days' }),
  ])('are accepted within their bounds: %o', (settings) => {
    expect(findHeartbeatProblem(settings)).toBeNull()
  })

  it.each([
    [aHeartbeat({ period: 29, periodUnit: 'seconds' }), 'period'],
    [aHeartbeat({ period: 366, periodUnit: 'days' }), 'period'],
    [aHeartbeat({ period: Number.NaN }), 'period'],
    [aHeartbeat({ grace: -1 }), 'grace'],
    [aHeartbeat({ grace: 8761, graceUnit: 'hours' }), 'grace'],
  ])('are rejected outside their bounds, naming the field: %o %s', (settings, field) => {
    const problem = findHeartbeatProblem(settings)
    expect(problem?.code).toBe('HEARTBEAT_PERIOD_INVALID')
    expect(problem?.values['problem']).toContain(`heartbeat.${field}`)
  })

  it('fail 70 minutes after the last ping with a period of 60 and a grace of 10 minutes', () => {
    expect(expectedAt(aHeartbeat(), RESET) - RESET).toBe(hourMs)
    expect(failingAt(aHeartbeat(), RESET) - RESET).toBe(70 * minuteMs)
  })

  it('expect the next ping at hour 13 after a ping at hour 7 of a 6 hour period', () => {
    const settings = aHeartbeat({ period: 6, periodUnit: 'hours', grace: 2, graceUnit: 'hours' })
    expect(expectedAt(settings, RESET + 7 * hourMs)).toBe(RESET + 13 * hourMs)
  })
})

describe('classifyPing', () => {
  const classify = (afterMs: number, isFailing = false, settings = aHeartbeat()) =>
    classifyPing({ settings, timerResetAt: RESET, isFailing, at: RESET + afterMs })

  it('takes the first ping ever as received', () => {
    expect(classifyPing({ settings: aHeartbeat(), timerResetAt: null, isFailing: false, at: RESET })).toEqual({
      state: 'RECEIVED',
      latenessMs: 0,
    })
  })

  it.each([
    [0, 'EARLY'],
    [59 * minuteMs - 1, 'EARLY'],
    [59 * minuteMs, 'RECEIVED'],
    [hourMs, 'RECEIVED'],
    [61 * minuteMs, 'RECEIVED'],
    [61 * minuteMs + 1, 'GRACE'],
    [70 * minuteMs, 'GRACE'],
    [70 * minuteMs + 1, 'LATE'],
  ])('calls a ping %s ms after the reset %s', (afterMs, state) => {
    expect(classify(afterMs)).toEqual({ state, latenessMs: afterMs - hourMs })
  })

  it('allows a second around the expected time of a short period', () => {
    const settings = aHeartbeat({ period: 30, periodUnit: 'seconds' })
    expect(classify(28_999, false, settings).state).toBe('EARLY')
    expect(classify(29_000, false, settings).state).toBe('RECEIVED')
    expect(classify(31_001, false, settings).state).toBe('GRACE')
  })

  it('calls a ping late at once when there is no grace', () => {
    expect(classify(hourMs + 1, false, aHeartbeat({ grace: 0 })).state).toBe('LATE')
  })

  it('calls the ping that ends a failure late, counted from the time it was expected', () => {
    expect(classify(5 * minuteMs, true)).toEqual({ state: 'LATE', latenessMs: 15 * minuteMs })
  })
})

describe('timerAfterEdit', () => {
  const edit = (before: boolean, after: boolean, settings: HeartbeatTiming, timerResetAt: number | null = RESET) =>
    timerAfterEdit({
      before: { activated: before, settings: aHeartbeat() },
      after: { activated: after, settings },
      timerResetAt,
      savedAt: RESET + 99,
    })

  it('restarts when the heartbeat is activated again', () => {
    expect(edit(false, true, aHeartbeat())).toBe(RESET + 99)
  })

  it('restarts when the period changes', () => {
    expect(edit(true, true, aHeartbeat({ period: 61 }))).toBe(RESET + 99)
  })

  it('stays when the same period is written in another unit, or only the grace changes', () => {
    expect(edit(true, true, aHeartbeat({ period: 1, periodUnit: 'hours' }))).toBe(RESET)
    expect(edit(true, true, aHeartbeat({ grace: 1 }))).toBe(RESET)
  })

  it('stays off while no ping has arrived', () => {
    expect(edit(false, true, aHeartbeat({ period: 5 }), null)).toBeNull()
  })
})

describe('isBlockedUserAgent', () => {
  it.each(blockedUserAgents)('blocks %s in any case and with a version', (name) => {
    expect(isBlockedUserAgent(`Mozilla/5.0 (compatible; ${name.toLowerCase()}/2.1)`)).toBe(true)
  })

  it.each([undefined, '', 'curl/8.5.0', 'Wget/1.21'])('accepts pings of %s', (userAgent) => {
    expect(isBlockedUserAgent(userAgent)).toBe(false)
  })
})
