import { expect, test } from 'vitest'
import { minuteMs } from '#kernel'
import { decideLocationChange } from './location-availability.ts'
import type { LocationLife } from './location-availability.ts'

const nowMs = Date.parse('2026-03-01T12:00:00.000Z')
const ago = (minutes: number): Date => new Date(nowMs - minutes * minuteMs)
const life = (changes: Partial<LocationLife>): LocationLife => ({
  isAssigned: true,
  lastSeenAt: null,
  awaitedSince: ago(60),
  unavailableSince: null,
  ...changes,
})

test.each([
  ['nothing assigned, nothing awaited', { isAssigned: false, awaitedSince: null }, null],
  ['a first check assigned', { awaitedSince: null }, 'await'],
  ['awaited for less than ten minutes', { awaitedSince: ago(9) }, null],
  ['awaited for ten minutes without any agent', { awaitedSince: ago(10) }, 'suspend'],
  ['an agent seen nine minutes ago', { lastSeenAt: ago(9) }, null],
  ['an agent seen ten minutes ago', { lastSeenAt: ago(10) }, 'suspend'],
  [
    'a check assigned a moment ago, and the agent gone for an hour',
    { lastSeenAt: ago(60), awaitedSince: ago(1) },
    null,
  ],
  ['suspended, and still nobody', { lastSeenAt: ago(30), unavailableSince: ago(20) }, null],
  ['suspended, and an agent connected', { lastSeenAt: ago(0), unavailableSince: ago(20) }, 'resume'],
  ['suspended, and no check assigned any more', { isAssigned: false, unavailableSince: ago(20) }, 'release'],
  ['the last check removed', { isAssigned: false, lastSeenAt: ago(1) }, 'release'],
] as const)('%s', (_case, changes, change) => {
  expect(decideLocationChange(life(changes), nowMs)).toBe(change)
})
