import { expect, it } from 'vitest'
import type { Ping, Signal } from './api.ts'
import { pingEntries } from './ping-rows.ts'

const at = (id: string): string => `2026-11-26T09:0${id}:00.000Z`
const event = (id: string): Ping => ({
  id,
  state: 'RECEIVED',
  timestamp: at(id),
  expectedAt: at(id),
  source: null,
  userAgent: null,
})
const signal = (id: string, kind: Signal['kind']): Signal => ({
  ...event(id),
  kind,
  runId: null,
  exitStatus: null,
  durationMs: null,
  overlapping: 0,
  metrics: [],
  error: null,
  hasBody: false,
  bodyBytes: 0,
})

it('pings and what they said are one list, newest first, each once, with the ping before', () => {
  const signals = [signal('5', 'success'), signal('4', 'start'), signal('2', 'log')]
  const entries = pingEntries({ events: [event('5'), event('3')], signals })
  expect(entries.map(({ id, event: ping, signal: said, before }) => [id, ping?.id, said?.kind, before?.id])).toEqual([
    ['5', '5', 'success', '3'],
    ['4', undefined, 'start', undefined],
    ['3', '3', undefined, undefined],
    ['2', undefined, 'log', undefined],
  ])
})
