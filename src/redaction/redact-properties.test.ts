import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../tests/support/any-character.ts'
import { redactionMark, redactor } from './redact.ts'

type Writer = (text: string) => string

const escapedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
const json = (text: string): string => JSON.stringify(text).slice(1, -1)
const markup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const everyByte = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

/** How servers, libraries and templates encode a value in a URL, JSON or a page. */
const escapes: Readonly<Record<string, Writer>> = {
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (text) =>
    encodeURIComponent(text).replaceAll(/%../g, (found) => found.toLowerCase()),
  'percent-encoded byte by byte': everyByte,
  'percent-encoded as an address': encodeURI,
  'written by a form': (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  'in JSON': json,
  'in JSON with escaped slashes': (text) => json(text).replaceAll('/', '\\/'),
  'in JSON safe for pages': (text) => json(text).replaceAll(/[&<>'\u2028\u2029]/g, escapedUnit),
  'in ASCII JSON': (text) => json(text).replaceAll(/[^\0-~]/g, escapedUnit),
  'in ASCII JSON with capital digits': (text) =>
    json(text).replaceAll(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`),
  'in HTML with names': (text) => markup(text).replaceAll("'", '&apos;'),
  'in HTML with numbers': (text) => markup(text).replaceAll('&quot;', '&#34;').replaceAll("'", '&#039;'),
  'in HTML with hexadecimal numbers': (text) => markup(text).replaceAll('&quot;', '&#x22;').replaceAll("'", '&#x27;'),
  'in ASCII HTML': (text) => markup(text).replaceAll(/[^\0-~]/gu, (point) => `&#${point.codePointAt(0)};`),
}
const shifts: Readonly<Record<string, Writer>> = {
  'as it is': (text) => text,
  'in upper case': (text) => text.toUpperCase(),
  'in lower case': (text) => text.toLowerCase(),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'in capital hexadecimal': (text) => Buffer.from(text).toString('hex').toUpperCase(),
}
const named = (table: Readonly<Record<string, Writer>>) => Object.entries(table)
const escapeOf = fc.constantFrom(...Object.values(escapes))

/** Ordinary strings, with more of the characters that are escaped. */
const unit = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }).filter((text) => text.isWellFormed()),
  fc.constantFrom(...Array.from(`&<>"'/\\%+ =?#;éßİΣς€😀`), '%20', '&amp;', '\\n'),
)
const secretOf = (minLength: number) =>
  fc
    .array(unit, { minLength, maxLength: 40 })
    .map((units) => `k${units.join('')}9`)
    .filter((text) => text.length >= minLength)

/** Characters that no escape begins or ends with, and that are no base64. */
const around = (text: string): string => `<<( ${text} )>>`
const hiddenAround = around(redactionMark)

describe('a secret is hidden', () => {
  it.each(named(escapes))('%s', (_name, write) => {
    fc.assert(
      fc.property(secretOf(2), (secret) => {
        expect(redactor([secret])(around(write(secret)))).toBe(hiddenAround)
      }),
      { numRuns: 300 },
    )
  })

  it.each(named(shifts))('%s', (_name, write) => {
    fc.assert(
      fc.property(secretOf(8), (secret) => {
        expect(redactor([secret])(around(write(secret)))).toBe(hiddenAround)
      }),
      { numRuns: 300 },
    )
  })

  it('escaped two and three times, for the same or for different places', () => {
    fc.assert(
      fc.property(secretOf(8), fc.array(escapeOf, { minLength: 2, maxLength: 3 }), (secret, writers) => {
        const text = writers.reduce((written, write) => write(written), secret)
        expect(redactor([secret])(around(text))).toBe(hiddenAround)
      }),
      { numRuns: 1000 },
    )
  })

  it.each(['base64', 'base64url'] as const)('in %s, anywhere in a longer text, itself escaped or not', (alphabet) => {
    const bytes = fc.uint8Array({ maxLength: 40 })
    const inside = fc.constantFrom((text: string) => text, json, encodeURIComponent)
    const outside = fc.constantFrom((text: string) => text, escapes['in JSON with escaped slashes'] ?? json, everyByte)
    fc.assert(
      fc.property(
        secretOf(6),
        fc.tuple(bytes, bytes),
        fc.tuple(inside, outside),
        (secret, [before, after], [write, put]) => {
          const written = Buffer.from(write(secret))
          const whole = Buffer.concat([before, written, after])
          const shown = redactor([secret])(around(put(whole.toString(alphabet))))
          expect(shown).toContain(redactionMark)
          for (const part of shown.split(redactionMark)) expect(decodings(part)).not.toContain(secret.slice(0, 6))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('in base64 of its base64', () => {
    fc.assert(
      fc.property(secretOf(6), (secret) => {
        const twice = Buffer.from(Buffer.from(secret).toString('base64')).toString('base64')
        expect(redactor([secret])(around(twice)).replaceAll('=', '')).toBe(hiddenAround)
      }),
    )
  })

  it('whatever others there are, and however they overlap', () => {
    fc.assert(
      fc.property(fc.array(secretOf(2), { minLength: 1, maxLength: 8 }), fc.array(escapeOf), (secrets, writers) => {
        const written = secrets.map((secret, index) => (writers[index] ?? json)(secret))
        const shown = redactor(secrets)(written.map(around).join(' '))
        for (const text of written) expect(shown).not.toContain(text)
      }),
    )
  })
})

/** Everything that base64 decoding of the remaining parts yields. */
const decodings = (text: string): string =>
  [0, 1, 2, 3]
    .flatMap((from) => (text.match(/[\w+/-]{8,}/g) ?? []).map((part) => part.slice(from)))
    .map((part) => Buffer.from(part, 'base64url').toString())
    .join(' ')

describe('ordinary text', () => {
  it('without a secret stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(redactor(['correct horse battery staple', 'pa$$wörd'])(text)).toBe(text)
      }),
    )
  })

  it.each(['a', '', '/', '*', 'http://', '123'])('does not redact common values: %j', (secret) => {
    const text = 'a/b*c http://x 123'
    expect(redactor([secret])(text)).toBe(text)
  })

  it('keeps short secrets in another case, and words that only look like a part of base64', () => {
    expect(redactor(['cat', 'token'])('CAT Token dG9rZW4 636174')).toBe('CAT Token dG9rZW4 636174')
  })

  it('keeps everything beside a secret, escapes included', () => {
    const text = '{"a":"x\\n\\u00e9 %41 &amp; Tok%26en%2Bplus \\u0041","b":1}'
    expect(redactor(['Tok&en+plus'])(text)).toBe(`{"a":"x\\n\\u00e9 %41 &amp; ${redactionMark} \\u0041","b":1}`)
  })
})
