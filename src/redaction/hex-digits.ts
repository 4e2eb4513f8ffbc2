/** A character and the number of code units of its escape. */
export interface Escape {
  readonly code: number
  readonly length: number
}

/** The value of `count` hexadecimal digits, or -1. */
export function hexAt(text: string, at: number, count: number): number {
  let value = 0
  for (let index = at; index < at + count; index += 1) {
    const digit = digitOf(text.charCodeAt(index))
    if (digit === -1) return -1
    value = value * 16 + digit
  }
  return value
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}
