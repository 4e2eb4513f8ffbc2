import { comparisonOf, jsonAssertion, jsonPathOf } from './json-query.ts'
import { literal } from './monitor-import.ts'
import type { MonitorImport, Value } from './monitor-import.ts'

/** The demands of a monitor on the body: a keyword, or the result of a query. Inverted for one that is upside down. */
export function bodyAssertions(monitor: MonitorImport, isInverted: boolean): readonly Value[] {
  return [...keywordAssertion(monitor, isInverted), ...queryAssertion(monitor, isInverted)]
}

/** Also of answers of other protocols, as text. */
export function keywordAssertion(monitor: MonitorImport, isInverted: boolean): readonly Value[] {
  const { fields } = monitor
  const keyword = fields.text('keyword')
  const isUnwanted = (fields.flag('invert_keyword') === true) !== isInverted
  fields.exact('invert_keyword')
  if (keyword === null) return []
  if (/[":{}[\]]/.test(keyword))
    fields.approximated(
      'keyword',
      'Uptime Kuma writes JSON without spaces before it searches; here the text is searched as sent.',
    )
  else fields.exact('keyword')
  const comparison = isUnwanted ? 'NOT_CONTAINS' : 'CONTAINS'
  return [{ source: 'TEXT_BODY', comparison, target: literal(monitor, 'KEYWORD', keyword.slice(0, 10_000)) }]
}

function queryAssertion(monitor: MonitorImport, isInverted: boolean): readonly Value[] {
  const { fields, type } = monitor
  if (type !== 'json-query') return []
  const query = fields.text('json_path') ?? '$'
  const path = jsonPathOf(query)
  const operator = fields.text('json_path_operator') ?? '=='
  const expected = fields.text('expected_value') ?? ''
  const comparison = comparisonOf(operator, expected, isInverted)
  fields.approximated('retry_only_on_status_code_failure', 'Every failure is retried.')
  if (path === null || path.length > 2048) {
    fields.impossible(
      'json_path',
      'Only plain paths of JSONata have a counterpart: write a multi-step check for the rest.',
    )
    fields.impossible('json_path_operator', '')
    fields.impossible('expected_value', '')
    return []
  }
  fields.exact('json_path')
  if (comparison === null) {
    fields.impossible(
      'json_path_operator',
      'This comparison needs a number, and is one that is known: write an assertion.',
    )
    fields.impossible('expected_value', '')
    return []
  }
  if (comparison.note === null) fields.exact('json_path_operator', 'expected_value')
  else {
    fields.approximated('json_path_operator', comparison.note)
    fields.exact('expected_value')
  }
  const target = literal(monitor, 'EXPECTED', comparison.target.slice(0, 10_000))
  return [jsonAssertion(path, { ...comparison, target })]
}
