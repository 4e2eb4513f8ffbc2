import { expect, it } from 'vitest'
import { countedSteps } from '../../tests/support/counted-steps.ts'
import { hasText } from './find-text.ts'

it.each([`ab${'a'.repeat(1000)}`, `${'a'.repeat(1000)}b`])(
  'compares each character of a repetitive string a few times, and leaves none to the search of the engine',
  (part) => {
    const text = 'a'.repeat(100_000)
    const steps = countedSteps(() => expect(hasText(text, part)).toBe(false))
    expect(steps).toBeGreaterThan(text.length)
    expect(steps).toBeLessThan(6 * (text.length + part.length))
  },
)
