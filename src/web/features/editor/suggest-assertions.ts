export interface Assertion {
  readonly source: string
  readonly property: string
  readonly comparison: string
  readonly target: string
}

const roundTo = 100
const slack = 3
const most = 5

/** That an answer comes in time, with room for slower ones. */
export const timeAssertion = (responseTime: number): Assertion => ({
  source: 'RESPONSE_TIME',
  property: '',
  comparison: 'LESS_THAN',
  target: String(Math.max(roundTo, Math.ceil((responseTime * slack) / roundTo) * roundTo)),
})

/** Assertions that an answer fulfils: its status, a time that leaves room, its media type, and first values of its JSON. */
export function suggestAssertions(
  response: { readonly status?: unknown; readonly headers?: unknown; readonly body?: unknown },
  responseTime: number,
): readonly Assertion[] {
  const { status, headers, body } = response
  const type = Object.entries(Object(headers)).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return [
    ...(typeof status === 'number'
      ? [{ source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: String(status) }]
      : []),
    timeAssertion(responseTime),
    ...(typeof type === 'string'
      ? [{ source: 'HEADERS', property: 'content-type', comparison: 'CONTAINS', target: type.split(';', 1)[0] ?? type }]
      : []),
    ...valuesIn(body),
  ]
}

function valuesIn(body: unknown): readonly Assertion[] {
  if (typeof body !== 'string') return []
  try {
    return Object.entries(Object(JSON.parse(body)))
      .filter(([name, value]) => /^\w+$/.test(name) && ['string', 'boolean'].includes(typeof value))
      .slice(0, most)
      .map(([name, value]) => ({
        source: 'JSON_BODY',
        property: `$.${name}`,
        comparison: 'EQUALS',
        target: String(value),
      }))
  } catch {
    return []
  }
}

/** Those about which the form says nothing yet: a second one could contradict the first. */
export function besides(kept: readonly unknown[], suggested: readonly Assertion[]): readonly Assertion[] {
  const subject = ({ source, property }: Partial<Assertion>): string => `${source} ${(property ?? '').toLowerCase()}`
  const known = new Set(kept.map((assertion) => subject(Object(assertion))))
  return suggested.filter((assertion) => !known.has(subject(assertion)))
}
