/** A status code, or all from one to another. */
export type StatusRange = readonly [from: number, to: number]

export interface StatusAssertion {
  readonly source: 'STATUS_CODE'
  readonly comparison: 'EQUALS' | 'NOT_EQUALS' | 'GREATER_THAN' | 'LESS_THAN'
  readonly target: string
}

export interface ImportedStatusCodes {
  readonly assertions: readonly StatusAssertion[]
  /** Whether the check expects responses that count as failed otherwise, those of 400 and above. */
  readonly shouldFail: boolean
  /** What is different from the source; null when nothing is. */
  readonly note: string | null
}

const lowest = 100
const highest = 599
const firstFailure = 400
const mostExceptions = 20

/** `200`, `200-299` and `2xx`; null for everything else. */
export function statusRangeOf(text: string): StatusRange | null {
  const plain = text.trim().toLowerCase()
  const family = /^([1-5])xx$/.exec(plain)?.[1]
  if (family !== undefined) return [Number(family) * 100, Number(family) * 100 + 99]
  const found = /^(\d{3})(?:\s*-\s*(\d{3}))?$/.exec(plain)
  if (!found) return null
  const [, from, to = from] = found
  return Number(from) <= Number(to) ? [Number(from), Number(to)] : null
}

/**
 * Assertions that accept a set of status codes. All of them have to hold, so that a set is one range without the codes that are
 * missing in it. Codes of 400 and above fail by rule, unless the check expects a failure. Null: the set accepts nothing, or
 * has codes both below and above 400.
 */
export function statusCodesOf(given: readonly StatusRange[]): ImportedStatusCodes | null {
  const ranges = merged(given)
  const [first] = ranges
  const last = ranges.at(-1)
  if (first === undefined || last === undefined) return null
  const shouldFail = first[0] >= firstFailure
  if (!shouldFail && last[1] >= firstFailure) return null
  const gaps = ranges.flatMap(([from], index) => codesBetween(ranges[index - 1], from))
  const within = rangeAssertions(first[0], last[1])
  if (gaps.length > mostExceptions)
    return { assertions: within, shouldFail, note: `Accepts every code from ${first[0]} to ${last[1]}.` }
  const exceptions = gaps.map((code) => assertion('NOT_EQUALS', code))
  return { assertions: [...within, ...exceptions], shouldFail, note: null }
}

const assertion = (comparison: StatusAssertion['comparison'], code: number): StatusAssertion => ({
  source: 'STATUS_CODE',
  comparison,
  target: String(code),
})

const rangeAssertions = (from: number, to: number): readonly StatusAssertion[] =>
  from === to ? [assertion('EQUALS', from)] : [assertion('GREATER_THAN', from - 1), assertion('LESS_THAN', to + 1)]

const codesBetween = (before: StatusRange | undefined, from: number): readonly number[] =>
  before === undefined ? [] : Array.from({ length: from - before[1] - 1 }, (_none, index) => before[1] + 1 + index)

/** In order, without overlaps. */
function merged(given: readonly StatusRange[]): readonly StatusRange[] {
  const ranges: StatusRange[] = []
  const inOrder = given
    .map(([from, to]): StatusRange => [Math.max(lowest, from), Math.min(highest, to)])
    .filter(([from, to]) => from <= to)
    .toSorted((a, b) => a[0] - b[0])
  for (const [from, to] of inOrder) {
    const last = ranges.at(-1)
    if (last && from <= last[1] + 1) ranges[ranges.length - 1] = [last[0], Math.max(last[1], to)]
    else ranges.push([from, to])
  }
  return ranges
}
