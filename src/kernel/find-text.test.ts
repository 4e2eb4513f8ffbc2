import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findText } from './find-text.ts'

const repetitive = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 60 })

it('finds what the engine finds', () => {
  fc.assert(
    fc.property(repetitive, repetitive, fc.nat(10), (text, part, from) => {
      // Long enough for the linear search, and alike in structure.
      const longText = `${text}${'ab'.repeat(300_000)}${part}${text}`
      const longPart = `${'ab'.repeat(20)}${part}`
      expect(findText(longText, longPart, from)).toBe(longText.indexOf(longPart, from))
      expect(findText(text, part, from)).toBe(text.indexOf(part, from))
    }),
    { numRuns: 50 },
  )
})
