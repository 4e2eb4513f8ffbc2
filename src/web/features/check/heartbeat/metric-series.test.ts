import { expect, it } from 'vitest'
import type { Signal } from '../api.ts'
import { metricSeries } from './metric-series.ts'

const sent = (minute: number, metrics: Signal['metrics']): Signal => ({
  id: String(minute),
  kind: 'success',
  timestamp: new Date(minute * 60_000).toISOString(),
  runId: null,
  exitStatus: null,
  durationMs: null,
  overlapping: 0,
  error: null,
  metrics,
  hasBody: false,
  bodyBytes: 0,
  source: null,
  userAgent: null,
})
const rows = (value: number, verdict: 'OK' | 'FAILED' = 'OK') => ({ name: 'rows', value, unit: 'k', verdict })

it('values of a name are a series from the least at the bottom to the most at the top, those before the line left out', () => {
  const size = { name: 'size', value: 7, unit: null, verdict: 'OK' as const }
  const signals = [sent(30, [rows(0, 'FAILED'), size]), sent(20, [rows(40)]), sent(10, [rows(20)]), sent(1, [rows(99)])]
  const line = { fromMs: 5 * 60_000, xOf: (atMs: number) => atMs / 60_000 }
  const found = metricSeries({ signals }, line, 36)
  expect(found.map(({ points: _points, ...series }) => series)).toEqual([
    { name: 'rows', unit: 'k', least: 0, most: 40 },
    { name: 'size', unit: null, least: 7, most: 7 },
  ])
  expect(found[0]?.points.map(({ x, y, verdict }) => [x, y, verdict])).toEqual([
    [30, 36, 'FAILED'],
    [20, 0, 'OK'],
    [10, 18, 'OK'],
  ])
  expect(found[1]?.points[0].y).toBe(18)
})
