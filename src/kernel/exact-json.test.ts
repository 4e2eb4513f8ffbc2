import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { isLosslessNumber, parse } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import { JsonNumber, parseExactJson } from './exact-json.ts'

const digitsOf = (value: unknown): unknown => {
  if (value instanceof JsonNumber) return `digits ${String(value)}`
  if (Array.isArray(value)) return value.map(digitsOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, digitsOf(item)]))
}

/** A document with each number as the decimal that it is, whoever read it. */
const sentNumbers = (value: unknown): unknown => {
  if (typeof value === 'number' || value instanceof JsonNumber || isLosslessNumber(value))
    return `number ${new Decimal(String(value)).toString()}`
  if (Array.isArray(value)) return value.map(sentNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sentNumbers(item)]))
}

describe('a JSON document', () => {
  it('keeps the digits of numbers that a double rounds, and those alone', () => {
    const text =
      '{"id":9007199254740993,"list":[1,0.1,1.50,-12345678901234567.25,1e400,9007199254740992],"price":0.30000000000000004}'
    expect(digitsOf(parseExactJson(text))).toEqual({
      id: 'digits 9007199254740993',
      list: [1, 0.1, 1.5, 'digits -12345678901234567.25', 'digits 1e400', 9_007_199_254_740_992],
      price: 0.30000000000000004,
    })
  })

  it('whose strings have quotes, backslashes and long digits is read as JSON.parse reads it', () => {
    const character = fc.constantFrom('"', '\\', '1234567890123456789', '1e5', ',', '[', 'x')
    const text = fc.array(character).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(text), fc.dictionary(text, text), (list, pairs) => {
        const document = { list, pairs, id: 1, end: list }
        const json = JSON.stringify(document)
        expect(parseExactJson(json)).toEqual(JSON.parse(json))
        const exact = json.replace('"id":1', '"id":12345678901234567891')
        expect(digitsOf(parseExactJson(exact))).toEqual({
          ...JSON.parse(json),
          id: 'digits 12345678901234567891',
        })
      }),
    )
  })

  it('has the numbers that another library reads, each as it was sent', () => {
    const digits = fc.stringMatching(/^-?(?:0|[1-9]\d{0,24})(?:\.\d{1,24})?(?:[eE][+-]?\d{1,3})?$/)
    const name = fc.stringMatching(/^[a-z]{1,4}$/)
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        digits,
        fc.string().map((text) => JSON.stringify(text)),
        fc.constantFrom('true', 'null', ' [ ] ', '{}'),
        fc.array(tie('value')).map((items) => `[${items.join(', ')}]`),
        fc
          .uniqueArray(fc.tuple(name, tie('value')), { selector: ([key]) => key })
          .map((fields) => `{${fields.map(([key, item]) => `"${key}" : ${item}`).join(',')}}`),
      ),
    }))
    fc.assert(
      fc.property(value, (text) => {
        expect(sentNumbers(parseExactJson(text))).toEqual(sentNumbers(parse(text)))
      }),
      { numRuns: 1_000 },
    )
  })

  it('that is none is refused as JSON.parse refuses it', () => {
    for (const text of ['', '{', '[12345678901234567890', '01', '"\\"', '{"a":12345678901234567890,}'])
      expect(() => parseExactJson(text)).toThrow(SyntaxError)
  })
})
