import { expect, test } from 'vitest'
import { timesOf } from './gaps.ts'

const bucket = (minute: number) => ({
  at: new Date(minute * 60_000).toISOString(),
  passed: 1,
  degraded: 0,
  failed: 0,
  p50: 1,
  p95: 1,
  p99: 1,
  max: 1,
  means: [],
})

test('runs that are far apart but regular have no gap, and a pause among them has one', () => {
  expect(timesOf({ buckets: [0, 10, 20, 30].map(bucket) }).gaps.size).toBe(0)
  const { times, gaps } = timesOf({ buckets: [0, 10, 20, 60, 70, 80].map(bucket) })
  expect([...gaps]).toEqual([40 * 60])
  expect(times).toEqual([0, 600, 1200, 2400, 3600, 4200, 4800])
})

test('no run and a single one have no gap', () => {
  expect(timesOf({ buckets: [] })).toEqual({ times: [], gaps: new Set() })
  expect(timesOf({ buckets: [bucket(5)] })).toEqual({ times: [300], gaps: new Set() })
})
