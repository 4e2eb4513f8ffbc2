import { describe, expect, it } from 'vitest'
import {
  effectiveUntilMs,
  allowedStatuses,
  changedMaintenance,
  newMaintenance,
  nextChangeMs,
  rescheduledMaintenance,
  settledMaintenance,
} from './maintenance-state.ts'

const byItself = { autoStart: true, autoEnd: true }
const byHand = { autoStart: false, autoEnd: false }
const planned = { startsAtMs: 1000, endsAtMs: 2000 }
const begun = newMaintenance(planned, byItself, 1200)
const ended = settledMaintenance(begun, byItself, 2000)

describe('a maintenance that moves by itself', () => {
  it('is scheduled, in progress and completed by the clock', () => {
    expect([999, 1000, 1999, 2000].map((now) => newMaintenance(planned, byItself, now).status)).toEqual([
      'SCHEDULED',
      'IN_PROGRESS',
      'IN_PROGRESS',
      'COMPLETED',
    ])
  })

  it('computes in advance when it has effect, and when it changes next', () => {
    const ahead = newMaintenance(planned, byItself, 0)
    expect({
      effectiveFromMs: ahead.effectiveFromMs,
      effectiveUntilMs: effectiveUntilMs(ahead, byItself),
      nextChangeMs: nextChangeMs(ahead, byItself),
    }).toEqual({ effectiveFromMs: 1000, effectiveUntilMs: 2000, nextChangeMs: 1000 })
    expect([nextChangeMs(begun, byItself), nextChangeMs(ended, byItself)]).toEqual([2000, null])
  })

  it('acts until its end, also while it is verified', () => {
    const verified = changedMaintenance(begun, 'VERIFYING', { planned, nowMs: 1500 })
    expect(settledMaintenance(verified, byItself, 1999).status).toBe('VERIFYING')
    expect(settledMaintenance(verified, byItself, 2000).status).toBe('COMPLETED')
  })
})

describe('a maintenance that people move', () => {
  it('waits for them at both ends', () => {
    const ahead = newMaintenance(planned, byHand, 5000)
    expect({
      status: ahead.status,
      effectiveFromMs: ahead.effectiveFromMs,
      nextChangeMs: nextChangeMs(ahead, byHand),
    }).toEqual({
      status: 'SCHEDULED',
      effectiveFromMs: null,
      nextChangeMs: null,
    })
    const started = changedMaintenance(newMaintenance(planned, byHand, 0), 'IN_PROGRESS', { planned, nowMs: 1100 })
    expect(settledMaintenance(started, byHand, 9000)).toEqual(started)
    expect({ effectiveFromMs: started.effectiveFromMs, effectiveUntilMs: effectiveUntilMs(started, byHand) }).toEqual({
      effectiveFromMs: 1100,
      effectiveUntilMs: Infinity,
    })
  })

  it('starts early at the moment it is started', () => {
    const early = changedMaintenance(newMaintenance(planned, byItself, 0), 'IN_PROGRESS', { planned, nowMs: 500 })
    expect(early).toEqual({ status: 'IN_PROGRESS', startsAtMs: 500, endsAtMs: 2000, effectiveFromMs: 500 })
  })

  it('lasts its planned length when it is started after its end', () => {
    const late = changedMaintenance(newMaintenance(planned, byHand, 0), 'IN_PROGRESS', { planned, nowMs: 3000 })
    expect({ startsAtMs: late.startsAtMs, endsAtMs: late.endsAtMs }).toEqual({ startsAtMs: 3000, endsAtMs: 4000 })
  })

  it('ends at the moment it is completed or cancelled, and no longer acts', () => {
    for (const status of ['COMPLETED', 'CANCELLED'] as const) {
      const over = changedMaintenance(begun, status, { planned, nowMs: 1500 })
      expect({
        endsAtMs: over.endsAtMs,
        effectiveFromMs: over.effectiveFromMs,
        effectiveUntilMs: effectiveUntilMs(over, byItself),
      }).toEqual({ endsAtMs: 1500, effectiveFromMs: 1000, effectiveUntilMs: 1500 })
    }
  })

  it('never has effect when it is cancelled before its start, and is reopened only until then', () => {
    const cancelled = changedMaintenance(newMaintenance(planned, byItself, 0), 'CANCELLED', { planned, nowMs: 500 })
    expect({ effectiveFromMs: cancelled.effectiveFromMs, endsAtMs: cancelled.endsAtMs }).toEqual({
      effectiveFromMs: null,
      endsAtMs: 2000,
    })
    expect(allowedStatuses(cancelled, 600)).toEqual(['SCHEDULED', 'IN_PROGRESS'])
    expect(allowedStatuses(cancelled, 1500)).toEqual(['IN_PROGRESS'])
  })

  it('is reopened until its planned end, or for its planned length after it', () => {
    const early = changedMaintenance(begun, 'COMPLETED', { planned, nowMs: 1500 })
    expect(changedMaintenance(early, 'IN_PROGRESS', { planned, nowMs: 1600 })).toEqual({
      status: 'IN_PROGRESS',
      startsAtMs: 1000,
      endsAtMs: 2000,
      effectiveFromMs: 1600,
    })
    expect(changedMaintenance(ended, 'IN_PROGRESS', { planned, nowMs: 2500 }).endsAtMs).toBe(3500)
  })

  it('is not verified or completed before it began, and not cancelled after it ended', () => {
    expect(allowedStatuses(newMaintenance(planned, byItself, 0), 0)).toEqual(['IN_PROGRESS', 'CANCELLED'])
    expect(allowedStatuses(ended, 3000)).toEqual(['IN_PROGRESS'])
  })
})

describe('a maintenance at other times', () => {
  it('is extended or shortened while under way', () => {
    const longer = rescheduledMaintenance(begun, { startsAtMs: 1000, endsAtMs: 5000 }, byItself, 1500)
    expect({ status: longer.status, endsAtMs: longer.endsAtMs }).toEqual({ status: 'IN_PROGRESS', endsAtMs: 5000 })
    expect(rescheduledMaintenance(begun, { startsAtMs: 1000, endsAtMs: 1400 }, byItself, 1500).status).toBe('COMPLETED')
  })

  it('waits again when its start moves ahead, and is reopened when its end does', () => {
    const later = rescheduledMaintenance(begun, { startsAtMs: 1800, endsAtMs: 5000 }, byItself, 1500)
    expect({ status: later.status, effectiveFromMs: later.effectiveFromMs }).toEqual({
      status: 'SCHEDULED',
      effectiveFromMs: 1800,
    })
    const reopened = rescheduledMaintenance(ended, { startsAtMs: 1000, endsAtMs: 5000 }, byItself, 3000)
    expect({ status: reopened.status, effectiveFromMs: reopened.effectiveFromMs }).toEqual({
      status: 'IN_PROGRESS',
      effectiveFromMs: 3000,
    })
  })

  it('stays cancelled', () => {
    const cancelled = changedMaintenance(begun, 'CANCELLED', { planned, nowMs: 1500 })
    expect(rescheduledMaintenance(cancelled, { startsAtMs: 4000, endsAtMs: 5000 }, byItself, 1600)).toEqual({
      status: 'CANCELLED',
      startsAtMs: 4000,
      endsAtMs: 5000,
      effectiveFromMs: null,
    })
  })
})
