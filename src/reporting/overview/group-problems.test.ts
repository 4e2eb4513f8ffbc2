import { expect, it } from 'vitest'
import { groupProblems } from './group-problems.ts'

const problem = (name: string, cause: string | null, seconds: number | null) => ({
  name,
  cause,
  sinceMs: seconds === null ? null : seconds * 1000,
})
const grouped = (...problems: ReturnType<typeof problem>[]): string[] =>
  groupProblems(problems, ({ cause }) => cause).map((group) => group.map(({ name }) => name).join(' '))

it('what began within a minute for one cause is one group', () => {
  expect(grouped(problem('b', 'x', 60), problem('a', 'x', 0))).toEqual(['b a'])
})

it('what began later, for another cause, for an unknown one or at an unknown time is apart', () => {
  expect(grouped(problem('a', 'x', 61), problem('b', 'x', 0))).toEqual(['a', 'b'])
  expect(grouped(problem('a', 'x', 0), problem('b', 'y', 0), problem('c', null, 0), problem('d', null, 0))).toEqual([
    'a',
    'b',
    'c',
    'd',
  ])
  expect(grouped(problem('a', 'x', null), problem('b', 'x', null), problem('c', 'x', 0))).toEqual(['a', 'b', 'c'])
})

it('a minute counts from the first, so that a slow spread is not one group for ever', () => {
  expect(grouped(problem('c', 'x', 80), problem('b', 'x', 40), problem('a', 'x', 0))).toEqual(['c', 'b a'])
})

it('groups come in the order of their first members', () => {
  expect(grouped(problem('a', 'x', 30), problem('b', 'y', 20), problem('c', 'x', 10))).toEqual(['a c', 'b'])
})
