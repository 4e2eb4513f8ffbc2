import type { AnswerSize } from './keep-target.ts'
import type { KeepResult } from './keep.ts'
import { formatted, tableOf } from './table.ts'

export const keepSamples = [
  { kind: 'API', answer: 'small', checks: 10, everySeconds: 10 },
  { kind: 'API', answer: 'ordinary', checks: 10, everySeconds: 10 },
  { kind: 'API', answer: 'ordinary', checks: 60, everySeconds: 60 },
] as const

/** Promised of a passing run whose hour is over: bytes stored, and bytes of WAL until then. */
const promised = { stored: 160, wal: 1_200 }

/** The same samples on the code before sessions and results were kept in less. */
const before: Readonly<Record<AnswerSize, { readonly stored: number; readonly wal: number }>> = {
  small: { stored: 2373, wal: 4510 },
  ordinary: { stored: 3953, wal: 5639 },
}

export function keepText({ options, runs, stored, wal, storedBytes, walBytes }: KeepResult): string {
  const { kind, answer, checks, everySeconds, hours } = options
  const known = before[answer]
  const against = (bytes: number, was: number, limit: number): string =>
    `${formatted(bytes)} (before: ${was}, ratio ${formatted(bytes / was)}; promised: ${limit})`
  const tables = tableOf(
    ['stored, bytes a run', 'rows', 'TOAST', 'indexes', 'all'],
    stored.map((row) => [row.name, ...[row.heap, row.toast, row.indexes, row.total].map(formatted)]),
  )
  const logs = tableOf(
    ['WAL, bytes a run', 'full pages', 'all'],
    wal.map((row) => [row.name, formatted(row.fullPages), formatted(row.bytes)]),
  )
  return [
    `${runs} passing runs of ${checks} ${kind} checks every ${everySeconds} s, ${answer} answers, ${hours} h of service time`,
    `stored: ${against(storedBytes, known.stored, promised.stored)}; WAL: ${against(walBytes, known.wal, promised.wal)}`,
    tables,
    logs,
  ].join('\n\n')
}
