import { expect, it } from 'vitest'
import type { Figures } from './api.ts'
import { differenceOf } from './difference.ts'

const figures = (fields: Partial<Figures>): Figures => ({
  results: 10,
  failures: 0,
  availability: 99.95,
  downtime: 60,
  outages: 1,
  mean: 100,
  p50: 100,
  p95: 200,
  p99: 300,
  ...fields,
})

it('each figure says with a sign and in words whether it is better than in the period before', () => {
  const before = figures({})
  const now = figures({ availability: 99.91, downtime: 0, outages: 3, p95: 180 })
  const texts = (['availability', 'downtime', 'outages', 'p95'] as const).map((one) => differenceOf(one, now, before))
  expect(texts.map((text) => text?.replaceAll('\u00a0', ' '))).toEqual([
    '−0.04 points worse',
    '−1 min better',
    '+2 worse',
    '−20 ms faster',
  ])
})

it('what is as it was is said to be, and without results before nothing is compared', () => {
  expect(differenceOf('availability', figures({ availability: 99.951 }), figures({}))).toBe('unchanged')
  expect(differenceOf('outages', figures({}), figures({ results: 0 }))).toBe(null)
  expect(differenceOf('p95', figures({}), figures({ p95: null }))).toBe(null)
})
