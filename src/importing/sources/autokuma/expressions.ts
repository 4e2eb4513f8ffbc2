/** Values of a template by their names. */
export type TemplateValues = Readonly<Record<string, unknown>>

/** An expression that is not known here, or a value that no file tells. */
export class UnknownExpression extends Error {}

const depths: Readonly<Record<string, number>> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 }

/** The text with everything in quotes and brackets blotted out, of the same length. */
function masked(text: string): string {
  let quote = ''
  let depth = 0
  let outside = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    const wasInside = quote !== '' || depth > 0
    if (quote !== '') quote = sign === quote ? '' : quote
    else if ('"\'`'.includes(sign)) quote = sign
    else depth += depths[sign] ?? 0
    outside += wasInside || quote !== '' || depth > 0 ? '\0' : sign
  }
  return outside
}

/** The parts of an expression between separators that stand in no quotes and brackets. The separator is a global expression. */
export function splitOutside(text: string, separator: RegExp): readonly string[] {
  const parts: string[] = []
  let start = 0
  for (const { 0: found, index } of masked(text).matchAll(separator)) {
    parts.push(text.slice(start, index))
    start = index + found.length
  }
  return [...parts, text.slice(start)].map((part) => part.trim())
}

/** Null for what has no text. */
export const textIn = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null

/** `from="a", to="b"` as expressions by their names. */
export const argumentsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    splitOutside(text, /,/g).flatMap((part) => {
      const [, name, value] = /^(\w+)\s*=\s*([^]+)$/.exec(part) ?? []
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    }),
  )
