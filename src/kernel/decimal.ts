/** A decimal number of any size and precision. */
export interface Decimal {
  readonly sign: -1 | 0 | 1
  /** Without zeros at either end; empty for zero. */
  readonly digits: string
  /** The value is 0.digits × 10^exponent. */
  readonly exponent: bigint
}

const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/
const longestExponent = 100

/** A decimal number that is a whole text, as `-12.50` or `1e-3`; null for any other text. */
export function decimalIn(text: string): Decimal | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] = form.exec(text.trim()) ?? []
  const all = whole + fraction
  if (all === '' || exponent.length > longestExponent) return null
  const first = edgeOf(all, 0, 1)
  const last = edgeOf(all, all.length - 1, -1)
  if (first > last) return { sign: 0, digits: '', exponent: 0n }
  return {
    sign: sign === '-' ? -1 : 1,
    digits: all.slice(first, last + 1),
    exponent: BigInt(exponent) + BigInt(whole.length - first),
  }
}

/** Where the zeros end that begin at `from`. A regular expression would take the square of their number. */
function edgeOf(digits: string, from: number, step: 1 | -1): number {
  let index = from
  while (digits[index] === '0') index += step
  return index
}

/** Below 0, 0 or above 0, as for `sort`; exact. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  if (left.sign !== right.sign) return left.sign - right.sign
  if (left.exponent !== right.exponent) return left.exponent < right.exponent ? -left.sign : left.sign
  if (left.digits === right.digits) return 0
  return left.digits < right.digits ? -left.sign : left.sign
}
