import { secondMs } from '#kernel'
import type { CheckResultRow } from '#storage/runs'
import { checkAttributes, errorTypeOf } from '../otlp/result-spans.ts'

const measurement = 'synthetics_check'

/**
 * Results in the line protocol of InfluxDB, a line for each, with the time of its start in milliseconds. A result that is
 * written again replaces itself.
 */
export const linesOf = (results: readonly CheckResultRow[]): string =>
  results.map((result) => `${lineOf(result)}\n`).join('')

function lineOf(result: CheckResultRow): string {
  const isUp = result.outcome !== 'failed' && !result.hasErrors
  const tags = {
    ...checkAttributes(result),
    outcome: result.hasErrors ? 'error' : result.outcome,
    'check.retried': result.resultType === 'ATTEMPT' ? 'true' : '',
    'error.type': errorTypeOf(result) ?? '',
  }
  const fields = [
    `duration=${result.responseTimeMs / secondMs}`,
    `status=${isUp ? 1 : 0}i`,
    `result_id=${quoted(result.id)}`,
    ...(result.statusCode === null ? [] : [`status_code=${result.statusCode}i`]),
    ...(result.error === null ? [] : [`error=${quoted(result.error.slice(0, mostOfError))}`]),
  ]
  return `${[measurement, ...tagsOf(tags)].join(',')} ${fields.join(',')} ${result.startedAt.getTime()}`
}

const mostOfError = 1000

/** Sorted, as servers advise. Empty ones cannot be written. */
const tagsOf = (tags: Readonly<Record<string, string>>): string[] =>
  Object.entries(tags)
    .map(([name, value]) => [name.replaceAll('.', '_'), escaped(value)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()

/** Servers read a backslash before a mark or at the end of a value in two ways, of which one takes the mark for its end. */
const escaped = (value: string): string =>
  value
    .replaceAll(/[\r\n\t]+/g, ' ')
    .trim()
    .replaceAll(/(?<!\\)\\+(?=[ ,=]|$)/g, '')
    .replaceAll(/[ ,=]/g, String.raw`\$&`)

const quoted = (value: string): string => `"${value.replaceAll(/[\r\n]+/g, ' ').replaceAll(/["\\]/g, String.raw`\$&`)}"`
