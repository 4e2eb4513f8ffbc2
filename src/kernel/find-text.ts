const shortPart = 32
/** Up to this product of lengths the engine's own search is fast whatever the strings are. */
const harmlessWork = 20_000_000

/**
 * The position of `part` in `text` at or after `from`, or -1, like `indexOf`, in linear time. The engine's search takes
 * the product of both lengths on repetitive strings, so a hostile pair could block the process for minutes.
 */
export function findText(text: string, part: string, from = 0): number {
  const left = text.length - from
  if (part.length <= shortPart || left * part.length <= harmlessWork) return text.indexOf(part, from)
  return left < part.length ? -1 : findLinearly(text, part, from)
}

export const hasText = (text: string, part: string): boolean => findText(text, part) !== -1

/** Knuth, Morris and Pratt: no character of the string is compared again after a mismatch. */
function findLinearly(text: string, part: string, from: number): number {
  const borders = bordersOf(part)
  let matched = 0
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    while (matched > 0 && code !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0
    if (code === part.charCodeAt(matched)) matched += 1
    if (matched === part.length) return index - part.length + 1
  }
  return -1
}

/** For each prefix of a string: the length of its longest proper prefix that is also its suffix. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length)
  let length = 0
  for (let index = 1; index < part.length; index += 1) {
    while (length > 0 && part.charCodeAt(index) !== part.charCodeAt(length)) length = borders[length - 1] ?? 0
    if (part.charCodeAt(index) === part.charCodeAt(length)) length += 1
    borders[index] = length
  }
  return borders
}
