import { expect, it } from 'vitest'
import { durationsOf } from './durations.ts'
import type { Signal } from '../api.ts'

const at = (minutes: number): string => new Date(minutes * 60_000).toISOString()
const signal = (kind: Signal['kind'], minutes: number, durationMs: number | null): Signal => ({
  id: `${kind}${minutes}`,
  kind,
  timestamp: at(minutes),
  durationMs,
  runId: null,
  exitStatus: null,
  overlapping: 0,
  metrics: [],
  error: null,
  hasBody: false,
  bodyBytes: 0,
  source: null,
  userAgent: null,
})
const line = { fromMs: 60_000, toMs: 600_000, xOf: (atMs: number) => atMs / 60_000 }

it('a run is a bar where it ended, the longest as high as there is room, and one too short to see still is seen', () => {
  const signals = [
    signal('success', 9, 1),
    signal('fail', 5, 40_000),
    signal('start', 4, null),
    signal('success', 0, 9),
  ]
  const durations = durationsOf({ signals }, line, 40)
  expect(durations).toMatchObject({
    bars: [
      { x: 9, heightPx: 2 },
      { x: 5, heightPx: 40 },
    ],
    starts: [{ x: 4 }],
    latestMs: 1,
    longestMs: 40_000,
    medianMs: 20_000.5,
  })
  expect(durationsOf({ signals: [signal('start', 4, null)] }, line, 40)).toBe(null)
})
