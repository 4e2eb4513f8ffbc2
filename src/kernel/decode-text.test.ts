import { array, assert, constantFrom, integer, oneof, pre, property, uint8Array } from 'fast-check'
import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { decodeText, printable } from './decode-text.ts'

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const html = '<!doctype html><html><head><title>x</title>'
const big = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()

it.each([
  ['UTF-8 where nothing is named', 'text/plain', Buffer.from('grüße'), 'grüße'],
  ['the charset that is named', 'text/plain; charset="iso-8859-1"', Buffer.from('grüße', 'latin1'), 'grüße'],
  ['UTF-8 for a charset nobody knows', 'text/plain; charset=klingon', Buffer.from('grüße'), 'grüße'],
  ['no byte order mark', 'text/plain', Buffer.from('\uFEFFok'), 'ok'],
  ['the charset of its quotes', "text/plain; charset='windows-1251'", latin('\u00ef'), 'п'],
  ['the mark before all else', 'text/plain; charset=iso-8859-1', Buffer.from('\uFEFFgrüße'), 'grüße'],
  ['the mark of UTF-16', 'application/json', Buffer.from('\uFEFF{"ü":1}', 'utf16le'), '{"ü":1}'],
  ['the mark of UTF-16, big end first', 'text/html', big('grüße'), 'grüße'],
  [
    'what the document declares',
    'text/html',
    latin(`${html}<meta charset=windows-1252>grüße`),
    `${html}<meta charset=windows-1252>grüße`,
  ],
  [
    'what it declares in a pragma',
    'text/html',
    latin(`<META http-equiv="Content-Type" content="text/html; charset=KOI8-R">\u00d0`),
    `<META http-equiv="Content-Type" content="text/html; charset=KOI8-R">п`,
  ],
  [
    'the header before the document',
    'text/html; charset=utf-8',
    Buffer.from('<meta charset=latin1>ü'),
    '<meta charset=latin1>ü',
  ],
  [
    'the document where nobody knows the charset of the header',
    'text/html; charset=klingon',
    latin('<meta charset=latin1>ü'),
    '<meta charset=latin1>ü',
  ],
  [
    'UTF-8 for a document that says UTF-16',
    'text/html',
    Buffer.from('<meta charset=utf-16>ü'),
    '<meta charset=utf-16>ü',
  ],
  [
    'what XML declares',
    'application/rss+xml',
    latin('<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>'),
    '<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>',
  ],
  ['what HTML without a content type declares', '', latin('<meta charset=latin1>ü'), '<meta charset=latin1>ü'],
  ['nothing that another text says', 'text/plain', Buffer.from('<meta charset=latin1>ü'), '<meta charset=latin1>ü'],
  ['no comment', 'text/html', Buffer.from('<!-- <meta charset=latin1> -->ü'), '<!-- <meta charset=latin1> -->ü'],
  ['the syllables of Korean pages', 'text/html; charset=euc-kr', Buffer.from([0x81, 0x41]), '갂'],
  ['the signs of Hong Kong', 'text/html; charset=big5', Buffer.from([0x87, 0x62]), '𣸆'],
  ['windows-1252 where HTML is no UTF-8', 'text/html', latin(`${html}gr\u00fc\u00dfe \u0080`), `${html}grüße €`],
  ['windows-1252 at the end of such HTML', 'text/html', latin('<p>caf\u00e9'), '<p>café'],
  [
    'UTF-8 for HTML that was cut inside a character',
    'text/html',
    Buffer.from('<p>grüß').subarray(0, -1),
    '<p>grü\uFFFD',
  ],
  ['UTF-8 for another text that is none', 'text/plain', latin('gr\u00fc'), 'gr\uFFFD'],
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

/** Whether bytes begin with a byte order mark, which goes before the name of a charset. */
const hasMark = (bytes: Uint8Array): boolean => /^(?:fffe|feff|efbbbf)/.test(Buffer.from(bytes).toString('hex'))

// Node decodes by ICU, whose tables for Big5, EUC-KR and Shift_JIS are others.
const encodings = [
  ...'ibm866 koi8-r koi8-u macintosh windows-874 x-mac-cyrillic gbk gb18030 euc-jp utf-16be utf-16le'.split(' '),
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map((part) => `iso-8859-${part}`),
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((page) => `windows-125${page}`),
]

it('valid bytes in each charset are decoded as by an independent decoder', () => {
  expect.hasAssertions()
  assert(
    property(constantFrom(...encodings), uint8Array({ maxLength: 8 }), (charset, bytes) => {
      pre(!hasMark(bytes))
      const text = decodeText(bytes, `text/plain; charset=${charset}`)
      pre(!text.includes('\uFFFD'))
      expect(text).toBe(new TextDecoder(charset).decode(bytes))
    }),
    { numRuns: 2_000 },
  )
})

// Its tables are its own, without characters of private use in Shift_JIS; a byte order mark comes before any charset.
it('valid bytes in East Asian charsets are decoded as by the decoder of another library', () => {
  const byte = oneof(integer({ min: 0, max: 255 }), integer({ min: 0x81, max: 0xfe }))
  expect.hasAssertions()
  assert(
    property(constantFrom('big5', 'euc-kr', 'shift_jis'), array(byte, { maxLength: 8 }), (charset, values) => {
      const bytes = Uint8Array.from(values)
      const text = decodeText(bytes, `text/plain; charset=${charset}`)
      pre(!/[\0\uFFFD\p{Co}]/u.test(text) && !hasMark(bytes))
      expect(text).toBe(iconv.decode(bytes, charset))
    }),
    { numRuns: 2_000 },
  )
})
