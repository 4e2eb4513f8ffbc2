/** A part of a result of any check type: what is read is tested first. */
type Detail = Readonly<Record<string, unknown>>

const objectIn = (value: unknown): Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

interface Assertion {
  readonly source?: string
  readonly property?: string
  readonly comparison?: string
  readonly target?: unknown
  readonly actual?: unknown
  readonly error?: unknown
}

/** The detail of a result of a check or of a test session: the object of its check type. */
export function detailOfResult(result: object): Detail {
  const found = Object.entries(result).find(([name, value]) => name.endsWith('Result') && value !== null)
  return objectIn(found?.[1])
}

/** The assertions of a result, each with its error when it does not hold. */
const assertionsOf = (detail: Detail): readonly Assertion[] => listIn(detail['assertions']).map(objectIn)

const describeAssertion = ({ source, property, comparison, target }: Assertion): string =>
  [source, property, comparison, target].filter((part) => part !== undefined && part !== null && part !== '').join(' ')

/** Why a run failed, in the words of the service: its error, or the first assertion that does not hold. Null: it passed. */
export function reasonOfResult(result: { readonly hasFailures: boolean }): string | null {
  const detail = detailOfResult(result)
  const failed = assertionsOf(detail).find(({ error }) => error)
  const [first] = listIn(detail['errors'])
  return (
    errorIn(detail) ??
    (failed ? (messageIn(failed.error) ?? describeAssertion(failed)) : null) ??
    (result.hasFailures ? statusIn(detail) : null) ??
    messageIn(first)
  )
}

const errorNames = ['requestError', 'scheduleError', 'error', 'pingError']

const errorIn = (detail: Detail): string | null =>
  errorNames.map((name) => messageIn(detail[name])).find((text) => text !== null) ?? null

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const messageIn = (value: unknown): string | null => textOf(value) ?? textOf(objectIn(value)['message'])

/** The status of an answer that fails a check by itself. */
function statusIn(detail: Detail): string | null {
  const { status, statusText } = objectIn(detail['response'])
  return typeof status === 'number' && status >= 400 ? `${status} ${textOf(statusText) ?? ''}` : null
}
