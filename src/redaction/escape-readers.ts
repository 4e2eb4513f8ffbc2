import { hexAt } from './hex-digits.ts'
import type { Escape } from './hex-digits.ts'

const letterOf = (text: string, at: number): string => text.charAt(at).toLowerCase()

/** A character in UTF-8, or a byte that begins none; `%u` and four digits is what the old `escape` of browsers wrote. */
export function readPercent(text: string, at: number): Escape | undefined {
  const first = hexAt(text, at + 1, 2)
  if (first >= 0xc2 && first <= 0xf4) return readUtf8(text, at, first) ?? { code: first, length: 3 }
  if (first >= 0) return { code: first, length: 3 }
  const code = letterOf(text, at + 1) === 'u' ? hexAt(text, at + 2, 4) : -1
  return code === -1 ? undefined : { code, length: 6 }
}

/** RFC 3629 section 3: how many bytes follow the first, and the smallest character written so. */
function readUtf8(text: string, at: number, first: number): Escape | undefined {
  const [more, smallest] =
    first < 0xe0 ? ([1, 0x80] as const) : first < 0xf0 ? ([2, 0x8_00] as const) : ([3, 0x1_00_00] as const)
  let code = first & (0x3f >> more)
  for (let index = 1; index <= more; index += 1) {
    const byte = text.charAt(at + index * 3) === '%' ? hexAt(text, at + index * 3 + 1, 2) : -1
    if (byte < 0x80 || byte > 0xbf) return undefined
    code = code * 64 + (byte & 0x3f)
  }
  return code < smallest || code > 0x10_ff_ff ? undefined : { code, length: (more + 1) * 3 }
}

const controls: { readonly [letter: string]: number } = { b: 8, f: 12, n: 10, r: 13, t: 9 }

/** The escapes of JSON and of JavaScript. Any other character after a backslash stands for itself. */
export function readBackslash(text: string, at: number): Escape | undefined {
  const letter = letterOf(text, at + 1)
  if (letter === '') return undefined
  if (letter === 'u') return text.charAt(at + 2) === '{' ? readBraces(text, at) : escapeOf(hexAt(text, at + 2, 4), 6)
  if (letter === 'x') return escapeOf(hexAt(text, at + 2, 2), 4)
  return { code: controls[letter] ?? text.charCodeAt(at + 1), length: 2 }
}

const escapeOf = (code: number, length: number): Escape | undefined => (code === -1 ? undefined : { code, length })

const maxBracedDigits = 6

function readBraces(text: string, at: number): Escape | undefined {
  const digits = text.slice(at + 3, at + 4 + maxBracedDigits).indexOf('}')
  const code = digits > 0 ? hexAt(text, at + 3, digits) : -1
  return code > 0x10_ff_ff ? undefined : escapeOf(code, digits + 4)
}
