import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDecimals, decimalIn } from './decimal.ts'

/** A decimal number as it may be written, with its value in units of 10^-least. */
const least = 60
const written = fc
  .record({
    isNegative: fc.boolean(),
    digits: fc.stringMatching(/^\d{1,25}$/),
    point: fc.nat(25),
    exponent: fc.integer({ min: -30, max: 30 }),
    mark: fc.constantFrom('e', 'E', 'e+'),
  })
  .map(({ isNegative, digits, point, exponent, mark }) => {
    const places = Math.min(point, digits.length)
    const whole = digits.slice(0, digits.length - places)
    const fraction = places === 0 ? '' : `.${digits.slice(digits.length - places)}`
    const power = exponent === 0 ? '' : `${exponent < 0 ? 'e' : mark}${exponent}`
    const size = BigInt(digits) * 10n ** BigInt(least - places + exponent)
    return { text: `${isNegative ? '-' : ''}${whole}${fraction}${power}`, value: isNegative ? -size : size }
  })

const order = (left: string, right: string) => {
  const [one, other] = [decimalIn(left), decimalIn(right)]
  return one && other && Math.sign(compareDecimals(one, other))
}

describe('decimal numbers', () => {
  it('are compared as exactly as fractions of whole numbers of any size', () => {
    fc.assert(
      fc.property(written, written, (left, right) => {
        expect(order(left.text, right.text)).toBe(left.value < right.value ? -1 : left.value > right.value ? 1 : 0)
      }),
      { numRuns: 2000 },
    )
  })

  it('are compared as by another library, whose numbers keep all digits too', () => {
    fc.assert(
      fc.property(written, written, ({ text: left }, { text: right }) => {
        expect(order(left, right)).toBe(new Decimal(left).cmp(right) || 0)
      }),
    )
  })

  it('of nearly the same digits are told apart, and those of other spellings are not', () => {
    const near = fc.tuple(fc.bigInt({ min: 10n ** 16n, max: 10n ** 40n }), fc.nat(40))
    fc.assert(
      fc.property(near, ([digits, places]) => {
        expect(order(`${digits}e-${places}`, `${digits + 1n}e-${places}`)).toBe(-1)
        expect(order(`${digits}e-${places}`, `${digits}000E-${places + 3}`)).toBe(0)
        expect(order(`-0.${digits}`, `-0.${digits}1`)).toBe(1)
      }),
    )
  })

  it.each(['', '.', '-', '1e', 'e5', '0x10', '1,5', '1 2', 'NaN', 'Infinity', `1e${'9'.repeat(101)}`])(
    '%s is none',
    (text) => {
      expect(decimalIn(text)).toBeNull()
    },
  )

  it('may be zero in any spelling', () => {
    for (const zero of ['0', '-0', '0.000', '00', '0e99', '-.0E-7']) expect(order(zero, '0')).toBe(0)
  })
})
