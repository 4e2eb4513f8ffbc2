import { hexAt } from './hex-digits.ts'
import type { Escape } from './hex-digits.ts'

/**
 * The names of U+00A0 to U+00FF in their order, which HTML libraries write instead of the characters (HTML 4, 24.2).
 */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const codes: ReadonlyMap<string, number> = new Map([
  ['amp', 38],
  ['lt', 60],
  ['gt', 62],
  ['quot', 34],
  ['apos', 39],
  ...latin1.split(' ').map((name, index): [string, number] => [name, 0xa0 + index]),
])

const maxNameLength = 8
const largestCode = 0x10_ff_ff

/** The character of `&name;`, `&#38;` or `&#x26;`, in any letter case, at a position of a string. */
export function readEntity(text: string, at: number): Escape | undefined {
  const length = text.slice(at + 1, at + 2 + maxNameLength).indexOf(';')
  if (length < 2) return undefined
  const code = text.charAt(at + 1) === '#' ? numberAt(text, at + 2, length - 1) : nameAt(text, at + 1, length)
  return code === undefined || code < 0 || code > largestCode ? undefined : { code, length: length + 2 }
}

function numberAt(text: string, at: number, length: number): number | undefined {
  if ((text.charCodeAt(at) | 32) === 120) return length > 1 ? hexAt(text, at + 1, length - 1) : undefined
  const digits = text.slice(at, at + length)
  return /^\d+$/.test(digits) ? Number(digits) : undefined
}

function nameAt(text: string, at: number, length: number): number | undefined {
  const name = text.slice(at, at + length)
  return codes.get(name) ?? codes.get(name.toLowerCase())
}
