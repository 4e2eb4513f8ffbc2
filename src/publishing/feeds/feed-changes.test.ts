import { describe, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { feedChange, knownUntil, nextReading } from './feed-changes.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const since = new Date(0)
const ago = (minutes: number) => new Date(now - minutes * minuteMs)
const before = (lasting: Parameters<typeof feedChange>[0]['lasting'], readMinutesAgo = 1) => ({
  lasting,
  knownUntilMs: knownUntil(since, ago(readMinutesAgo)),
})
const outage = { state: 'MAJOR_OUTAGE', startMs: now, endMs: null } as const

describe('a component that follows a provider', () => {
  it('has an outage from when it is read until it is read to be over', () => {
    expect(feedChange(before(null), 'MAJOR_OUTAGE', now)).toEqual({ endMs: null, spans: [outage] })
    expect(feedChange(before('MAJOR_OUTAGE'), 'MAJOR_OUTAGE', now)).toEqual({ endMs: null, spans: [] })
    expect(feedChange(before('PARTIAL_OUTAGE'), 'MAJOR_OUTAGE', now)).toEqual({ endMs: now, spans: [outage] })
    expect(feedChange(before('MAJOR_OUTAGE'), 'OPERATIONAL', now)).toEqual({ endMs: now, spans: [] })
  })

  it('is as it was when nothing has changed', () => {
    expect(feedChange(before('MAJOR_OUTAGE'), null, now)).toEqual({ endMs: null, spans: [] })
    expect(feedChange(before(null), null, now)).toEqual({ endMs: null, spans: [] })
  })

  it('is unknown from when the last reading was too old until the next', () => {
    const staleFromMs = now - 50 * minuteMs
    const gap = { state: 'UNKNOWN', startMs: staleFromMs, endMs: now } as const
    expect(feedChange(before(null, 60), 'OPERATIONAL', now)).toEqual({ endMs: null, spans: [gap] })
    expect(feedChange(before('MAJOR_OUTAGE', 60), null, now)).toEqual({ endMs: staleFromMs, spans: [gap, outage] })
  })

  it('is unknown until it is read the first time', () => {
    const followed = { lasting: null, knownUntilMs: knownUntil(ago(1), ago(30)) }
    const gap = { state: 'UNKNOWN', startMs: now - minuteMs, endMs: now } as const
    expect(feedChange(followed, 'OPERATIONAL', now)).toEqual({ endMs: null, spans: [gap] })
  })
})

it('a page is read each minute, and at least each quarter of an hour while it fails', () => {
  const minutes = [0, 1, 2, 3, 4, 1000].map((failures) => (nextReading(failures, now).getTime() - now) / minuteMs)
  expect(minutes).toEqual([1, 2, 4, 8, 15, 15])
})
