import fc from 'fast-check'

const firstSurrogate = 0xd800
const surrogates = 0x800
const lastIndex = 0x10ffff - surrogates

/**
 * Any code point, for `fc.string({ unit: anyCharacter })`. It draws what the unit `binary` draws, which keeps a table of
 * all a million for as long as its process lives: a second of processor time and 120 MB that each collection visits.
 */
export const anyCharacter = fc.nat({ max: lastIndex }).map(characterAt, indexOf)

function characterAt(index: number): string {
  return String.fromCodePoint(index < firstSurrogate ? index : index + surrogates)
}

/** Throws for anything but a single character, as fast-check requires. */
function indexOf(value: unknown): number {
  const code = typeof value === 'string' ? value.codePointAt(0) : undefined
  const index = code === undefined || code < firstSurrogate ? code : code - surrogates
  if (index === undefined || index < 0 || characterAt(index) !== value) throw new Error('It is no character.')
  return index
}
