import { compareDecimals, decimalIn } from './decimal.ts'
import type { Decimal } from './decimal.ts'

/** A number in a JSON document that a double would round, by the digits that were sent (RFC 8259, section 6). */
export class JsonNumber {
  readonly #text: string
  readonly #decimal: Decimal | null

  constructor(text: string) {
    this.#text = text
    this.#decimal = decimalIn(text)
  }

  /** Null for an exponent of more than a hundred digits. */
  get decimal(): Decimal | null {
    return this.#decimal
  }

  toString(): string {
    return this.#text
  }
}

/** Whether the shortest text of the double of a decimal number is the same number. */
export function isExact(text: string): boolean {
  const [sent, kept] = [decimalIn(text), decimalIn(String(Number(text)))]
  return sent !== null && kept !== null && compareDecimals(sent, kept) === 0
}

/**
 * JSON with its numbers as they were sent: a number where the digits survive that, else a `JsonNumber`. Throws as
 * JSON.parse does, and a RangeError for one nested too deeply.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return hasInexactNumber(text) ? JSON.parse(text, keepDigits) : value
}

/** `source` is the text of a number, string, boolean or null (ECMAScript proposal "JSON.parse source text access"). */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined || isExact(context.source)) return value
  return new JsonNumber(context.source)
}

/** Decimals of up to 15 digits survive in a double (IEEE 754), unless their exponent is out of its range. */
const suspicious = /\d[\d.]{15}|\d[eE][+-]?\d/
const numbers = /-?\d[\d.]*(?:[eE][+-]?\d+)?/g

/** Looks outside of strings of well-formed JSON: a document read with a reviver takes ten times as long. */
function hasInexactNumber(text: string): boolean {
  if (!suspicious.test(text)) return false
  for (let from = 0; from < text.length;) {
    const quote = text.indexOf('"', from)
    const end = quote === -1 ? text.length : quote
    const outside = text.slice(from, end)
    if (suspicious.test(outside) && outside.match(numbers)?.some((number) => !isExact(number))) return true
    from = quote === -1 ? end : endOfString(text, quote)
  }
  return false
}

function endOfString(text: string, quote: number): number {
  let end = text.indexOf('"', quote + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}
