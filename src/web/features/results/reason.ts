import type { Answer } from '../../api/operations.ts'

type Result = Answer<'getCheckResult'>

interface Assertion {
  readonly source?: string
  readonly property?: string
  readonly comparison?: string
  readonly target?: unknown
  readonly actual?: unknown
  readonly error?: unknown
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The detail of a result: the object of its check type. */
export function detailOf(result: Result): Readonly<Record<string, unknown>> {
  const found = Object.entries(result).find(([name, value]) => name.endsWith('Result') && value !== null)
  return objectOf(found?.[1])
}

/** The assertions of a result, each with its error when it does not hold. */
export const assertionsOf = (detail: Readonly<Record<string, unknown>>): readonly Assertion[] =>
  Array.isArray(detail['assertions']) ? detail['assertions'].map(objectOf) : []

export const describeAssertion = ({ source, property, comparison, target }: Assertion): string =>
  [source, property, comparison, target].filter((part) => part !== undefined && part !== null && part !== '').join(' ')

/** Why a run failed, in the words of the service: its error, or the first assertion that does not hold. Null: it passed. */
export function reasonOf(result: Result): string | null {
  const detail = detailOf(result)
  const failed = assertionsOf(detail).find(({ error }) => error)
  const [first] = Array.isArray(detail['errors']) ? detail['errors'] : []
  return (
    errorIn(detail) ??
    (failed ? (messageIn(failed.error) ?? describeAssertion(failed)) : null) ??
    (result.hasFailures ? statusIn(detail) : null) ??
    messageIn(first)
  )
}

const errorNames = ['requestError', 'scheduleError', 'error', 'pingError']

const errorIn = (detail: Readonly<Record<string, unknown>>): string | null =>
  errorNames.map((name) => messageIn(detail[name])).find((text) => text !== null) ?? null

const messageIn = (value: unknown): string | null => textOf(value) ?? textOf(objectOf(value)['message'])

/** The status of an answer that fails a check by itself. */
function statusIn(detail: Readonly<Record<string, unknown>>): string | null {
  const { status, statusText } = objectOf(detail['response'])
  return typeof status === 'number' && status >= 400 ? `${status} ${textOf(statusText) ?? ''}` : null
}
