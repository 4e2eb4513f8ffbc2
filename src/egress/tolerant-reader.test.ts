import { array, assert, boolean, constantFrom, integer, property, record, string, tuple } from 'fast-check'
import { expect, it } from 'vitest'
import { TolerantReader } from './tolerant-reader.ts'

/** Reads bytes that arrive in pieces of these sizes. */
function read(bytes: Buffer, sizes: readonly number[] = [], isBodiless = false) {
  const reader = new TolerantReader(isBodiless)
  const written: Buffer[] = []
  let at = 0
  for (const size of [...sizes, bytes.length]) {
    const piece = bytes.subarray(at, at + size)
    at += piece.length
    if (piece.length > 0) written.push(...reader.take(piece))
  }
  written.push(...reader.end())
  return { text: Buffer.concat(written).toString('latin1'), oddities: reader.oddities, problem: reader.problem }
}

const sizes = array(integer({ min: 1, max: 40 }), { maxLength: 20 })
const lineEnd = constantFrom('\r\n', '\r\n', '\n')
const word = string({ unit: constantFrom(...'abc019-'.split('')), minLength: 1, maxLength: 6 })
const value = array(word, { minLength: 1, maxLength: 3 })

/** A header as a strict server writes it, and as an odd one does. */
const field = record({ name: word, words: value, space: constantFrom('', '', ' '), fold: boolean(), end: lineEnd }).map(
  ({ name, words, space, fold, end }) => ({
    strict: `x-${name}: ${words.join(' ')}\r\n`,
    odd: `x-${name}${space}: ${words.join(fold ? `${end} \t` : ' ')}${end}`,
  }),
)
const ignored = tuple(constantFrom('nonsense', ': no name', 'a b: c'), lineEnd).map((line) => ({
  strict: '',
  odd: line.join(''),
}))
const chunk = tuple(string({ minLength: 1, maxLength: 300 }), lineEnd, lineEnd, constantFrom('', ' ')).map(
  ([text, first, second, space]) => {
    const bytes = Buffer.from(text).toString('latin1')
    const size = bytes.length.toString(16)
    return { strict: `${size}\r\n${bytes}\r\n`, odd: `${size}${space}${first}${bytes}${second}` }
  },
)
const response = tuple(
  array(field, { maxLength: 4 }),
  array(ignored, { maxLength: 2 }),
  array(chunk, { maxLength: 4 }),
  lineEnd,
).map(([fields, lines, chunks, end]) => {
  const parts = [
    { strict: 'HTTP/1.1 200 OK\r\n', odd: `HTTP/1.1 200 OK${end}` },
    ...fields,
    ...lines,
    { strict: 'transfer-encoding: chunked\r\n\r\n', odd: `transfer-encoding: chunked${end}${end}` },
    ...chunks,
    { strict: '0\r\n\r\n', odd: `0${end}${end}` },
  ]
  return { strict: parts.map(({ strict }) => strict).join(''), odd: parts.map(({ odd }) => odd).join('') }
})

it('writes what an odd server sends as a strict one would have sent it, however it is cut', () => {
  expect.hasAssertions()
  assert(
    property(response, sizes, ({ strict, odd }, cuts) => {
      const seen = read(Buffer.from(odd, 'latin1'), cuts)
      expect(seen.text).toBe(seen.oddities.length === 0 ? odd : strict)
      expect(seen.problem).toBeNull()
    }),
    { numRuns: 500 },
  )
})

it('leaves bytes as they are where it has nothing to say, and gives all of them', () => {
  const piece = constantFrom(
    'HTTP/1.1 200 OK',
    '\r\n',
    '\n',
    'content-length: 3',
    'transfer-encoding: chunked',
    '3',
    'abc',
    '0',
    ' ',
    '\0',
    ':',
    '\u00ff',
  )
  expect.hasAssertions()
  assert(
    property(array(piece, { maxLength: 14 }), sizes, boolean(), (pieces, cuts, isBodiless) => {
      const bytes = Buffer.from(pieces.join(''), 'latin1')
      const seen = read(bytes, cuts, isBodiless)
      const { problem: _, ...same } = seen
      expect(read(bytes, [], isBodiless)).toMatchObject(same)
      const unchanged = seen.oddities.length === 0 ? bytes.toString('latin1') : seen.text
      expect(seen.text.trimStart()).toBe(unchanged.trimStart())
    }),
    { numRuns: 2_000 },
  )
})

it('has nothing to say about a strict response', () => {
  const text =
    'HTTP/1.1 103 Early\r\nlink: a\r\n\r\nHTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\nx: y\r\n\r\n'
  expect(read(Buffer.from(text), [3, 5, 7])).toEqual({ text, oddities: [], problem: null })
})

it('joins the lines of a header that continues in very many', () => {
  const folded = (bytes: number) => `HTTP/1.1 200 OK\r\na: b\r\n${' c\r\n'.repeat(bytes / 4)}\r\nbody`
  const seen = read(Buffer.from(folded(250_000)), [1000, 100_000])
  expect(seen.text).toMatch(/^HTTP\/1\.1 200 OK\r\na: b( c){62500}\r\n\r\nbody$/)
  expect(seen.oddities).toEqual(['The header a continues in a second line.'])
})
