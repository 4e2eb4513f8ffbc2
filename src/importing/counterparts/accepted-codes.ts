import type { HttpAssertion } from './http-check.ts'
import type { StatusRange } from './status-codes.ts'

/** The settings that accept exactly these status codes. */
export interface AcceptedCodes {
  readonly assertions: readonly HttpAssertion[]
  /** Whether codes of 400 and above are accepted, so that assertions alone have to decide. */
  readonly shouldFail: boolean
}

const mostExceptions = 90

/**
 * A set of codes as one range with exceptions, as all assertions of a check have to hold. Sets below 400 and above it alike.
 * Null for an empty set, and for one with more gaps than a check has assertions.
 */
export function acceptedCodes(ranges: readonly StatusRange[]): AcceptedCodes | null {
  const isAccepted = (code: number): boolean => ranges.some(([from, to]) => from <= code && code <= to)
  const codes = Array.from({ length: 500 }, (_none, index) => index + 100).filter(isAccepted)
  const [first] = codes
  const last = codes.at(-1)
  if (first === undefined || last === undefined) return null
  const gaps = Array.from({ length: last - first }, (_none, index) => first + index).filter((code) => !isAccepted(code))
  if (gaps.length > mostExceptions) return null
  const range =
    first === last
      ? [codeIs('EQUALS', first)]
      : [
          ...(first > 100 ? [codeIs('GREATER_THAN', first - 1)] : []),
          ...(last < 599 ? [codeIs('LESS_THAN', last + 1)] : []),
        ]
  return { assertions: [...range, ...gaps.map((code) => codeIs('NOT_EQUALS', code))], shouldFail: last >= 400 }
}

const codeIs = (comparison: string, code: number): HttpAssertion => ({
  source: 'STATUS_CODE',
  comparison,
  target: String(code),
})
