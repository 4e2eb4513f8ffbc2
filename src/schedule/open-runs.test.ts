import { expect, it } from 'vitest'
import { dayMs, minuteMs } from '#kernel'
import { endRuns, firstLateAt, noticeLateRuns, startRun, withoutDeadlines } from './open-runs.ts'
import type { OpenRun } from './open-runs.ts'

const graceMs = 10 * minuteMs
const started = (runs: readonly OpenRun[], id: string | null, at: number, grace = graceMs) =>
  startRun(runs, { id, at, graceMs: grace })
const two = started(started([], 'a', 0), 'b', minuteMs)

it('a run lasts from its start to the end of the same name', () => {
  const { runs, durationMs } = endRuns(two, { id: 'a', at: 5 * minuteMs })
  expect([durationMs, runs.map(({ id }) => id)]).toEqual([5 * minuteMs, ['b']])
  expect(endRuns(two, { id: 'c', at: 9 })).toEqual({ runs: two, durationMs: null })
})

it('an end without a name ends all runs, and lasts since a start without one', () => {
  expect(endRuns(two, { id: null, at: 9 })).toEqual({ runs: [], durationMs: null })
  expect(endRuns(started(two, null, 5), { id: null, at: 9 })).toEqual({ runs: [], durationMs: 4 })
})

it('a second start of the same run begins it again', () => {
  expect(started(two, 'a', 2 * minuteMs).map(({ id, startedAt }) => [id, startedAt])).toEqual([
    ['b', minuteMs],
    ['a', 2 * minuteMs],
  ])
})

it('a run is late once, after its grace, and without a grace never', () => {
  expect(firstLateAt(two)).toBe(graceMs)
  expect(noticeLateRuns(two, { at: graceMs - 1, graceMs }).late).toEqual([])
  const { late, runs } = noticeLateRuns(two, { at: graceMs, graceMs })
  expect(late.map(({ id }) => id)).toEqual(['a'])
  expect(runs.map(({ state }) => state)).toEqual(['late', 'running'])
  expect(noticeLateRuns(runs, { at: graceMs, graceMs }).late).toEqual([])
  expect(firstLateAt(started([], null, 0, 0))).toBe(null)
  expect(firstLateAt(withoutDeadlines(two))).toBe(null)
})

it('a longer grace counts for runs that are under way, and no grace for none', () => {
  expect(noticeLateRuns(two, { at: graceMs, graceMs: 2 * graceMs })).toMatchObject({
    late: [],
    runs: [{ lateAt: 2 * graceMs }, { lateAt: 2 * graceMs + minuteMs }],
  })
  expect(noticeLateRuns(two, { at: dayMs, graceMs: 0 }).late).toEqual([])
})

it('a duration means nothing when the clock was changed meanwhile', () => {
  const changed = two.map((run) => ({ ...run, state: 'unmeasured' as const }))
  expect(endRuns(changed, { id: 'a', at: 5 }).durationMs).toBe(null)
})

it('of many runs the oldest are followed, and those that never ended are forgotten once they were late', () => {
  const many = Array.from({ length: 60 }, (_, index) => String(index)).reduce<readonly OpenRun[]>(
    (runs, id, index) => started(runs, id, index),
    [],
  )
  expect([many.length, many[0]?.id]).toEqual([50, '0'])
  const { runs } = noticeLateRuns(many, { at: dayMs, graceMs })
  expect(started(runs, 'new', 4 * dayMs).map(({ id }) => id)).toEqual(['new'])
  const withoutGrace = started([], 'never ended', 0, 0)
  expect(started(withoutGrace, 'new', 2 * dayMs, 0)).toHaveLength(2)
  expect(started(withoutGrace, 'new', 4 * dayMs, 0).map(({ id }) => id)).toEqual(['new'])
})
