import { expect, it } from 'vitest'
import { chooseFallback, ownerChannelId } from './choose-fallback.ts'
import type { FallbackCandidate, FallbackFacts } from './choose-fallback.ts'

const channel = (id: number, changes: Partial<FallbackCandidate> = {}): FallbackCandidate => ({
  id,
  type: 'WEBHOOK',
  state: 'OK',
  isSubscribed: true,
  isOff: false,
  leavesIncidents: false,
  ...changes,
})
const choose = (changes: Partial<FallbackFacts>) =>
  chooseFallback({ channels: [], ownerAddress: null, failedTypes: ['SLACK'], tried: [1], ...changes })
const owner = { ownerAddress: 'owner@mail.example' }

it('asks the owner first, unless it was mail that failed and something else works', () => {
  const channels = [channel(1, { state: 'FAILING' }), channel(2)]
  expect(choose({ ...owner, channels })).toEqual(owner)
  expect(choose({ ...owner, channels, failedTypes: ['SLACK', 'EMAIL'] })).toEqual({ channelId: 2 })
  expect(choose({ ...owner, channels: [channel(2, { type: 'EMAIL' })], failedTypes: ['EMAIL'] })).toEqual(owner)
  expect(choose({ ...owner, failedTypes: ['EMAIL'] })).toEqual(owner)
})

it('never chooses a channel that fails or was tried, and none when no channel is left', () => {
  const channels = [channel(1), channel(2, { state: 'FAILING' })]
  expect(choose({ ...owner, channels, tried: [1, ownerChannelId] })).toBeNull()
  expect(choose({ channels: [] })).toBeNull()
})

it('never asks what is turned off, or opens incidents that no recovery would close', () => {
  expect(choose({ channels: [channel(2, { isOff: true }), channel(3, { leavesIncidents: true })] })).toBeNull()
})

it.each([
  ['a channel that somebody subscribed to', channel(9), channel(2, { isSubscribed: false })],
  ['a message before a page', channel(9), channel(2, { type: 'PAGERDUTY' })],
  ['a message before a call', channel(9, { type: 'SMS' }), channel(2, { type: 'CALL' })],
  ['what is known to work', channel(9), channel(2, { state: 'UNKNOWN' })],
  ['the older one', channel(3), channel(9)],
])('prefers %s', (_what, better, worse) => {
  expect(choose({ channels: [worse, better] })).toEqual({ channelId: better.id })
  expect(choose({ channels: [better, worse] })).toEqual({ channelId: better.id })
})
