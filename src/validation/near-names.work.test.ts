import { expect, it } from 'vitest'
import { countedSteps } from '../../tests/support/counted-steps.ts'
import { nearName } from './near-names.ts'

const known = Array.from({ length: 60 }, (_, index) => `${'known-name-'.repeat(3)}${index}`)

it('the known names of a schema are prepared once, not for each unknown name of a body', () => {
  const steps = (count: number): number =>
    countedSteps(() => {
      for (let index = 0; index < count; index += 1) expect(nearName(`x${index}`, known)).toBeUndefined()
    })
  steps(1)
  expect(steps(200)).toBeLessThan(200 * known.length * 8)
})
