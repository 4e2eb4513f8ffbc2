const widths: readonly (readonly [RegExp, number])[] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u, 1.05],
  [/[W…]/, 1.1],
  [/[mwM@%&]/, 0.95],
  [/[\p{Lu}]/u, 0.73],
  [/[iljtfrI.,:;'|!() ]/, 0.36],
]
const usual = 0.62

const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, one) => sum + (widths.find(([pattern]) => pattern.test(one))?.[1] ?? usual), 0)

interface Room {
  /** In units of the size of the font. */
  readonly width: number
  readonly lines: number
}

/** A text in lines that are at most so wide in a bold font of this width or narrower; too much of it ends with `…`. */
export function fittedLines(text: string, { width, lines }: Room): string[] {
  const fitted: string[] = []
  let rest = Array.from(text.trim().replaceAll(/\s+/g, ' '))
  while (rest.length > 0 && fitted.length < lines) {
    const isLast = fitted.length === lines - 1
    const end = endOfLine(rest, width)
    if (end === rest.length || !isLast) fitted.push(rest.slice(0, end).join('').trim())
    else
      fitted.push(
        `${rest
          .slice(0, endOfLine(rest, width - widthOf('…'), false))
          .join('')
          .trimEnd()}…`,
      )
    rest = Array.from(rest.slice(end).join('').trimStart())
  }
  return fitted
}

/** How many characters fit, to the end of a word where there is one. */
function endOfLine(characters: readonly string[], width: number, byWords = true): number {
  let used = 0
  let space = 0
  for (const [index, one] of characters.entries()) {
    if (one === ' ') space = index
    used += widthOf(one)
    if (used > width) return Math.max(1, byWords && space > 0 ? space : index)
  }
  return characters.length
}
