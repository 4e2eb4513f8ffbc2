import { expect, it } from 'vitest'
import { countedSteps } from '../../tests/support/counted-steps.ts'
import { TagCover } from './tag-cover.ts'
import type { Cover } from './tag-cover.ts'

const found = (covers: readonly Cover[], checkTags: readonly string[]): number[] =>
  new TagCover([...covers.keys()], (index) => covers[index] ?? { all: false, tags: [] }).of(checkTags)

it('a check is covered by any of its tags, or by the flag for all, in the order of the items', () => {
  const covers = [
    { all: false, tags: ['b', 'a', 'a'] },
    { all: true, tags: [] },
    { all: false, tags: ['c', 'a'] },
    { all: false, tags: [] },
  ]
  expect(found(covers, ['a', 'x', 'a'])).toEqual([0, 1, 2])
  expect(found(covers, ['c'])).toEqual([1, 2])
  expect(found(covers, [])).toEqual([1])
})

/** The steps of asking what covers a hundred checks with so many tags each, of items with so many other tags. */
function stepsOf(items: number, tags: number): number {
  const tagsOf = (name: string): string[] => Array.from({ length: tags }, (_, index) => `${name} ${index}`)
  const covers = new TagCover(
    Array.from({ length: items }, (_, index) => index),
    (index) => ({ all: false, tags: tagsOf(`item ${index}`) }),
  )
  const checkTags = tagsOf('check')
  return countedSteps(() => {
    for (let check = 0; check < 100; check += 1) expect(covers.of(checkTags)).toEqual([])
  })
}

it('what a check costs does not grow with the items and the tags that do not cover it', () => {
  expect(stepsOf(200, 100)).toBeLessThan(2 * stepsOf(2, 100))
})
