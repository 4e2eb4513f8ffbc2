import type { Assertion, AssertionSourceName, WireSourceName } from '#contract'
import { writeReason } from '#contract/reasons'
import { CannotEvaluate } from './cannot-evaluate.ts'
import { CaselessText } from './caseless-text.ts'
import type { Evidence, Measurement, PropertyEvidence, SourceEvidence } from './evidence.ts'
import { queryDocument } from './json-path.ts'
import type { JsonDocument } from './json-document.ts'
import { compilePattern, firstCapture } from './pattern.ts'
import type { WorkBudget } from './work-budget.ts'

type Reader<E> = (evidence: E, assertion: Assertion, work: WorkBudget) => readonly unknown[]

function readMeasurement(measurement: Measurement | undefined): readonly unknown[] {
  if (measurement === undefined) throw new CannotEvaluate(writeReason('NO_SUCH_MEASUREMENT'))
  if ('missing' in measurement) throw new CannotEvaluate(measurement.missing)
  return [measurement.value]
}

const readResponseTime: Reader<SourceEvidence['RESPONSE_TIME']> = (times, { property }) =>
  'of' in times ? readStatistic(times.of, property) : readMeasurement(times)

const readStatistic = (statistics: SourceEvidence['LATENCY'], property: string): readonly unknown[] =>
  readMeasurement(Object.hasOwn(statistics, property) ? statistics[property] : undefined)

const readDocument: Reader<JsonDocument> = (document, assertion, work) =>
  queryDocument(document, assertion.property, work)

const readText: Reader<string> = (text, assertion, work) => matched(text, assertion.property, work)

const readNames: Reader<CaselessText> = ({ text, folded }, { property }, work) => {
  const [found] = matched(text, property, work)
  const [name] = matched(folded, property, work)
  const values = [found, name].filter((value) => value !== undefined)
  return values.length === 0 ? [] : [new CaselessText(values[0] ?? '', values.at(-1) ?? '')]
}

function readProperty(values: PropertyEvidence, { property }: Assertion): readonly unknown[] {
  const value = Object.hasOwn(values, property) ? values[property] : null
  return value === null || value === undefined ? [] : [value]
}

/** Header names are case-insensitive (RFC 9110); repeated headers are joined with a comma. */
const readHeader: Reader<SourceEvidence['HEADERS']> = (headers, assertion, work) => {
  const name = assertion.property.trim().toLowerCase()
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  if (value === undefined) return []
  return matched(typeof value === 'string' ? value : value.join(', '), assertion.regex ?? '', work)
}

function matched(text: string, expression: string, work: WorkBudget): readonly string[] {
  if (expression === '') return [text]
  const found = firstCapture(compilePattern(expression, work), text, work)
  return found === null ? [] : [found]
}

/** One reader per source: the values an assertion compares. An empty list means that nothing was found. */
const readers: { readonly [S in WireSourceName]: Reader<SourceEvidence[S]> } = {
  STATUS_CODE: readMeasurement,
  RESPONSE_TIME: readResponseTime,
  JSON_BODY: readDocument,
  HEADERS: readHeader,
  TEXT_BODY: readText,
  RESPONSE_DATA: readText,
  RESPONSE_CODE: (code) => [code],
  TEXT_ANSWER: readNames,
  JSON_ANSWER: readDocument,
  LATENCY: (statistics, { property }) => readStatistic(statistics, property),
  JSON_RESPONSE: readDocument,
  GRPC_STATUS_CODE: readMeasurement,
  GRPC_HEALTHCHECK_STATUS: readMeasurement,
  GRPC_RESPONSE: readDocument,
  GRPC_METADATA: readHeader,
  TEXT_RESPONSE: readText,
  CERTIFICATE: readProperty,
  CONNECTION: readProperty,
  HOP_COUNT: readMeasurement,
  PACKET_LOSS: readMeasurement,
}

/** The values of an assertion's source. Throws CannotEvaluate, also when the check type has no such source. */
export function readSource(assertion: Assertion, evidence: Evidence, work: WorkBudget): readonly unknown[] {
  const { source } = assertion
  if (!isSeen(source, evidence)) throw new CannotEvaluate(writeReason('SOURCE_MISSING', { source: String(source) }))
  return readWith(source, evidence, assertion, work)
}

const isSeen = (source: AssertionSourceName, evidence: Evidence): source is WireSourceName =>
  Object.hasOwn(evidence, source)

function readWith<S extends WireSourceName>(
  source: S,
  evidence: Evidence,
  assertion: Assertion,
  work: WorkBudget,
): readonly unknown[] {
  const found: SourceEvidence[S] | undefined = evidence[source]
  return found === undefined ? [] : readers[source](found, assertion, work)
}
