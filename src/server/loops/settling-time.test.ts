import { expect, it } from 'vitest'
import { SettlingTime } from './settling-time.ts'

function aSettlingTime() {
  const state = { now: 0, gap: null as { ms: number; endedAt: number } | null }
  const lastLongGap = () => state.gap && { ms: state.gap.ms, agoMs: state.now - state.gap.endedAt }
  return { state, settling: new SettlingTime({ lastLongGap }, { monotonicMs: () => state.now }) }
}

it.each([
  [1_000, 5_000],
  [12_000, 12_000],
  [62_000, 30_000],
])('after a gap of %i ms nothing counts as late for %i ms', (ms, settlesIn) => {
  const { state, settling } = aSettlingTime()
  expect(settling.leftMs()).toBe(0)
  state.gap = { ms, endedAt: 0 }
  expect(settling.leftMs()).toBe(settlesIn)
  state.now = settlesIn - 1
  expect(settling.leftMs()).toBe(1)
  state.now = settlesIn
  expect(settling.leftMs()).toBe(0)
})

it('endless gaps delay the detection of overdue work for two minutes and no longer', () => {
  const { state, settling } = aSettlingTime()
  const waits: number[] = []
  for (; state.now <= 125_000; state.now += 1_000) {
    state.gap = { ms: 1_000, endedAt: state.now }
    waits.push(settling.leftMs())
  }
  expect(waits.slice(0, 121).every((ms) => ms > 0)).toBe(true)
  expect(waits.slice(121).every((ms) => ms === 0)).toBe(true)
})
