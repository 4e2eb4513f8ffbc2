import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonNumber, parseExactJson } from './exact-json.ts'

const digitsOf = (value: unknown): unknown => {
  if (value instanceof JsonNumber) return `digits ${String(value)}`
  if (Array.isArray(value)) return value.map(digitsOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, digitsOf(item)]))
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

  it('that is none is refused as JSON.parse refuses it', () => {
    for (const text of ['', '{', '[12345678901234567890', '01', '"\\"', '{"a":12345678901234567890,}'])
      expect(() => parseExactJson(text)).toThrow(SyntaxError)
  })
})
