import { validateHeaderValue } from 'node:http'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../tests/support/any-character.ts'
import { headerText } from './header-text.ts'

const received = (text: string): string => Buffer.from(headerText(text), 'latin1').toString('utf8')

it.each([
  ['ASCII as it is', ' a\tb "c" ', ' a\tb "c" '],
  ['umlauts in UTF-8', 'Zürich', 'Zürich'],
  ['characters of every plane', 'Shop 🚀 商店', 'Shop 🚀 商店'],
  ['a line break as one space', 'Shop\r\nX-Other: b\nc', 'Shop X-Other: b c'],
  ['controls as spaces', 'a\u0000b\u007fc\u0085d\u2028e', 'a b c d e'],
  ['no break at the end', 'token\n', 'token'],
  ['half a pair as a replacement', 'a\ud83d', 'a\ufffd'],
])('a header value has %s', (_which, text, expected) => {
  expect(received(text)).toBe(expected)
})

it('every text can be sent, and all of it arrives but spaces and controls', () => {
  const visible = (text: string): string => text.toWellFormed().replaceAll(/[\s\p{Cc}]/gu, '')
  expect.hasAssertions()
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 50 }), (text) => {
      validateHeaderValue('x-name', headerText(text))
      expect(visible(received(text))).toBe(visible(text))
    }),
  )
})
