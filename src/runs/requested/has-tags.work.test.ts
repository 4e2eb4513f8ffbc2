import { expect, it } from 'vitest'
import { countedSteps } from '../../../tests/support/counted-steps.ts'
import { hasTags } from './has-tags.ts'

function stepsOfTags(count: number): number {
  const tags = Array.from({ length: count }, (_, index) => `tag ${index}`)
  const alternatives = [[...tags, 'missing'], ['!tag 0'], [tags[count - 1] ?? '', '!other']]
  let isFound = false
  const steps = countedSteps(() => {
    isFound = hasTags(tags, alternatives)
  })
  expect(isFound).toBe(true)
  return steps
}

it('twice as many tags of a check and of a selection take about twice the work', () => {
  stepsOfTags(1)
  expect(stepsOfTags(2_000)).toBeLessThan(2.3 * stepsOfTags(1_000))
})
