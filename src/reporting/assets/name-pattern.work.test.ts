import { expect, it } from 'vitest'
import { countedSteps } from '../../../tests/support/counted-steps.ts'
import { namePattern } from './name-pattern.ts'

it.each(['*a'.repeat(99) + 'b', '{a*,*a}'.repeat(25) + 'b', '?*'.repeat(99) + '[!a]'])(
  'a name pattern takes no more than proportionally longer for a longer name, also with %s',
  (glob) => {
    const steps = (length: number) => countedSteps(() => expect(namePattern(glob)('a'.repeat(length))).toBe(false))
    const once = steps(5_000)
    expect(once).toBeGreaterThan(1_000)
    expect(steps(10_000)).toBeLessThan(3 * once)
  },
)
