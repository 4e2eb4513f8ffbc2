import { expect, it } from 'vitest'
import type { TaskCode } from '#contract'
import { TestClock } from '#kernel'
import { Places, waitsAfterMs } from './places.ts'

const plenty = 2 ** 40
const code: TaskCode = { runtimeId: null, environment: [], snippets: [] }

function placesWith(concurrency: number, availableBytes = plenty) {
  const clock = new TestClock()
  const places = new Places(clock, concurrency, () => availableBytes)
  const enter = (...ids: readonly string[]): void => {
    for (const id of ids) places.enter({ id })
  }
  return { clock, places, enter }
}

it('a run that waits leaves its place, and takes it again when it has its answer', () => {
  const { clock, places, enter } = placesWith(2)
  enter('a', 'b')
  expect(places.free()).toBe(0)
  clock.advance(waitsAfterMs)
  expect(places.free()).toBe(2)
  places.answered('a')
  expect(places.free()).toBe(1)
  places.leave('a')
  expect([places.free(), places.running]).toEqual([2, 1])
})

it('a run in a process of its own keeps its place', () => {
  const { clock, places } = placesWith(1)
  places.enter({ id: 'a', code })
  clock.advance(waitsAfterMs)
  expect(places.free()).toBe(0)
})

it('ten runs for each place are under way at most, and fewer where memory is short', () => {
  const { clock, places, enter } = placesWith(1)
  for (let run = 1; run <= 10; run += 1) {
    expect(places.free()).toBe(1)
    enter(String(run))
    clock.advance(waitsAfterMs)
  }
  expect(places.free()).toBe(0)
  const scarce = placesWith(2, 1024 * 1024)
  scarce.enter('a', 'b')
  scarce.clock.advance(waitsAfterMs)
  expect(scarce.places.free()).toBe(1)
})

it('says when runs have come to wait', async () => {
  const { clock, places, enter } = placesWith(1)
  enter('a')
  const changed = places.changed(new AbortController().signal)
  clock.advance(waitsAfterMs)
  await changed
  expect(places.free()).toBe(1)
})

it('a process that is late itself takes nothing for waiting until it keeps its time again', async () => {
  const { clock, places, enter } = placesWith(1)
  enter('a')
  for (const [lateMs, free] of [
    [1000, 0],
    [0, 1],
  ] as const) {
    const changed = places.changed(new AbortController().signal)
    clock.advance(waitsAfterMs + lateMs)
    await changed
    expect(places.free()).toBe(free)
  }
})
