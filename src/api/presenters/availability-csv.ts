import type { ReportEntry, ReportFigures } from '#contract'
import { csvOf } from './csv.ts'

const text = (value: number | null): string | null => (value === null ? null : String(value))
const fields = ['results', 'failures', 'availability', 'downtime', 'outages', 'mean', 'p50', 'p95', 'p99'] as const
type Field = readonly [name: string, value: (entry: ReportEntry) => string | null]

const columnsOf = (prefix: string, of: (entry: ReportEntry) => ReportFigures): readonly Field[] =>
  fields.map((field) => [`${prefix}${field}`, (entry) => text(of(entry)[field])] as const)

const file = csvOf<ReportEntry>([
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['checks', ({ checks }) => String(checks)],
  ...columnsOf('', (entry) => entry),
  ...columnsOf('previous_', ({ previous }) => previous),
])

/** A report as CSV: availability in percent, downtime in seconds, response times in milliseconds. */
export const availabilityCsv = (entries: readonly ReportEntry[]): string =>
  [file.header, ...entries.map(file.line)].join('')
