/** The trace of a run, in hexadecimal: that of its result, which is a uuid of 16 bytes. */
export const traceIdOf = (resultId: string): string => resultId.replaceAll('-', '').toLowerCase()

/** The span of a run, and those of its parts by their number: the random half of the id of its result. */
export function spanIdOf(resultId: string, part = 0): string {
  const half = BigInt(`0x${traceIdOf(resultId).slice(16)}`)
  return BigInt.asUintN(64, half + BigInt(part))
    .toString(16)
    .padStart(16, '0')
}

/** The header of W3C Trace Context that a run sends to its target. Its trace is recorded. */
export const traceparentOf = (resultId: string): string => `00-${traceIdOf(resultId)}-${spanIdOf(resultId)}-01`

const sampled = /^00-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/

/** The trace that a stored object of a result says it sent, with its request or one of its script; null when it sent none. */
export const sentTraceIdOf = (stored: unknown): string | null =>
  traceOfRequest(stored) ??
  firstOf(listOf(Object(stored).tests), (test) => firstOf(listOf(Object(test).steps), traceOfStep))

const traceOfStep = (step: unknown): string | null =>
  traceOfRequest(step) ?? firstOf(listOf(Object(step).steps), traceOfStep)

function traceOfRequest(part: unknown): string | null {
  const { traceparent } = Object(Object(Object(part).request).headers)
  return typeof traceparent === 'string' ? (sampled.exec(traceparent)?.[1] ?? null) : null
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function firstOf(parts: readonly unknown[], traceOf: (part: unknown) => string | null): string | null {
  for (const part of parts) {
    const found = traceOf(part)
    if (found !== null) return found
  }
  return null
}
