import { expect, it } from 'vitest'
import type { HeartbeatTimeline } from '../api.ts'
import { latenessOf, lineOf } from './timeline.ts'

const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 26, 9, minutes)).toISOString()
const event = (state: 'RECEIVED' | 'GRACE' | 'FAILING' | 'EARLY', came: number, due: number) => ({
  id: String(came),
  state,
  timestamp: at(came),
  expectedAt: at(due),
  source: null,
  userAgent: null,
})
const timing = {
  schedule: null,
  periodSeconds: 600,
  graceSeconds: 300,
  expectedAt: at(52),
  failingAt: at(60),
  running: [],
  signals: [],
}
const timeline: HeartbeatTimeline = {
  ...timing,
  events: [event('GRACE', 42, 40), event('EARLY', 28, 30), event('RECEIVED', 20, 20)],
}

it('events lie where they came and where they were due, the oldest first, until the check would fail', () => {
  const line = lineOf(timeline, 416, Date.parse(at(45)))
  expect(line?.marks.map(({ x, dueX }) => [Math.round(x), Math.round(dueX)])).toEqual([
    [8, 8],
    [88, 108],
    [228, 208],
  ])
  expect(line?.next).toEqual({ dueX: 328, failsX: 408 })
  expect(timeline.events.map(latenessOf)).toEqual([120_000, -120_000, 0])
})

it('without events there is no line, and while nothing is due it ends now', () => {
  expect(lineOf({ ...timing, events: [] }, 400, 0)).toBe(null)
  const paused = lineOf({ ...timeline, expectedAt: null, failingAt: null }, 416, Date.parse(at(60)))
  expect([paused?.next, paused?.toMs]).toEqual([null, Date.parse(at(60))])
})
