import { expect, it } from 'vitest'
import { decodeText, printable } from './decode-text.ts'

it.each([
  ['UTF-8 where nothing is named', 'text/plain', Buffer.from('grüße'), 'grüße'],
  ['the charset that is named', 'text/plain; charset="iso-8859-1"', Buffer.from('grüße', 'latin1'), 'grüße'],
  ['UTF-8 for a charset nobody knows', 'text/plain; charset=klingon', Buffer.from('grüße'), 'grüße'],
  ['no byte order mark', 'text/plain', Buffer.from('\uFEFFok'), 'ok'],
  ['no zero character', 'text/plain; charset=windows-1252', Buffer.from('a\0b'), 'a\uFFFDb'],
])('a body is read with %s', (_which, contentType, bytes, text) => {
  expect(decodeText(bytes, contentType)).toBe(text)
})

it('long and short strings lose their NUL characters alike, unpaired surrogates stay', () => {
  const text = 'a\0\uD800\u0100é\0'
  const expected = 'a\uFFFD\uD800\u0100é\uFFFD'
  expect(printable(text)).toBe(expected)
  expect(printable(text.repeat(50_000))).toBe(expected.repeat(50_000))
})
