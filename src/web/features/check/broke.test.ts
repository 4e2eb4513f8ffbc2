import { expect, it } from 'vitest'
import { changedToo, changesBefore, riseBefore, wasGood } from './broke.ts'

const minuteMs = 60_000
const brokeMs = Date.parse('2026-11-24T14:25:00.000Z')
const at = (minutesBefore: number): string => new Date(brokeMs - minutesBefore * minuteMs).toISOString()
const bucket = (minutesBefore: number, ms: number | null, failed = 0) => ({
  at: at(minutesBefore),
  passed: 4,
  degraded: 0,
  failed,
  p50: ms,
  p95: ms,
  p99: ms,
  max: ms,
  means: [],
})
const calm = Array.from({ length: 20 }, (_, index) => bucket(40 - index, 150))
const timed = (...buckets: readonly ReturnType<typeof bucket>[]) => ({ buckets, interval: 60 })

it('names the last interval in which every run passed', () => {
  expect(wasGood(timed(...calm, bucket(3, 160), bucket(2, 900, 1)), brokeMs)?.at).toBe(at(3))
  expect(wasGood(timed(bucket(2, 900, 1)), brokeMs)).toBe(null)
  expect(wasGood(timed(bucket(0.5, 100)), brokeMs)).toBe(null)
})

it('says that answers became slow just before, when they did', () => {
  expect(riseBefore(timed(...calm, bucket(2, 300), bucket(1, 918)), brokeMs)).toEqual({
    at: at(1),
    fromMs: 150,
    toMs: 918,
  })
  expect(riseBefore(timed(...calm, bucket(1, 170)), brokeMs)).toBe(null)
  expect(riseBefore(timed(bucket(1, 900)), brokeMs)).toBe(null)
  expect(riseBefore(timed(...calm, bucket(1, null)), brokeMs)).toBe(null)
})

it('names changes before the problem, and checks whose problems began with it', () => {
  const annotation = (kind: 'CHANGE' | 'DEPLOYMENT' | 'ALERT', id: string, minutesBefore: number) => ({
    kind,
    id,
    at: at(minutesBefore),
    until: null,
    name: null,
    alertType: null,
    error: null,
    checkResultId: null,
    action: null,
    operation: null,
    ofGroup: null,
    fields: [],
    severity: null,
    pauses: null,
    silences: null,
  })
  const annotations = [annotation('DEPLOYMENT', '1', 1), annotation('ALERT', '2', 0.5), annotation('CHANGE', '3', -1)]
  expect(changesBefore({ annotations }, brokeMs).map(({ id }) => id)).toEqual(['1'])
  const problem = (id: string, minutesBefore: number) => ({
    id,
    name: id,
    checkType: 'API' as const,
    frequency: 1,
    groupId: null,
    groupName: null,
    state: 'FAILING' as const,
    since: at(minutesBefore),
    lastResultId: null,
    lastRunAt: null,
    muted: false,
    acknowledgedBy: null,
    acknowledgedAt: null,
    locations: [],
    notified: [],
    silenceReason: null,
    notRunning: null,
  })
  const checks = [problem('own', 0), problem('with it', 1), problem('long ago', 30)]
  const issues = [{ state: 'FAILING' as const, reason: null, target: null, since: null, checks, incident: null }]
  expect(changedToo(issues, { checkId: 'own', brokeMs }).map(({ id }) => id)).toEqual(['with it'])
})
