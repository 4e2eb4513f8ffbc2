import { expect, it } from 'vitest'
import { TestClock } from '#kernel'
import { Repetitions, repeatingAtOnce } from './repetitions.ts'

function someLookups(count: number) {
  const clock = new TestClock()
  const repetitions = new Repetitions<{ readonly id: number }>(clock)
  const repeated: number[] = []
  const lookups = Array.from({ length: count }, (_, id) => ({ id }))
  const enter = (): void => {
    for (const lookup of lookups) repetitions.enter(lookup, () => repeated.push(lookup.id))
  }
  return { clock, repetitions, repeated, lookups, enter }
}

it('some lookups repeat their queries while no server answers, the others when it is their turn', () => {
  const { repetitions, repeated, lookups, enter } = someLookups(repeatingAtOnce + 2)
  enter()
  expect(repeated).toHaveLength(repeatingAtOnce)
  const [first] = lookups
  if (first) repetitions.leave(first)
  expect(repeated.at(-1)).toBe(repeatingAtOnce)
  expect(repeated).toHaveLength(repeatingAtOnce + 1)
})

it('the first answer lets all repeat, and so does a server that answers at all', () => {
  const { clock, repetitions, repeated, enter } = someLookups(repeatingAtOnce + 2)
  enter()
  repetitions.answered()
  expect(repeated).toHaveLength(repeatingAtOnce + 2)
  enter()
  expect(repeated).toHaveLength(2 * (repeatingAtOnce + 2))
  clock.advance(10_000)
  enter()
  expect(repeated).toHaveLength(2 * (repeatingAtOnce + 2) + repeatingAtOnce)
})
