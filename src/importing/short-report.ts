import type { Fate, ReportLine } from './imported.ts'

const fates: readonly Fate[] = ['impossible', 'approximated', 'unknown', 'exact', 'ignored']

/** How many lines have each fate. */
export function countsOf(report: readonly ReportLine[]): Record<Fate, number> {
  const counts = { exact: 0, approximated: 0, impossible: 0, ignored: 0, unknown: 0 }
  for (const { fate } of report) counts[fate] += 1
  return counts
}

/** At most so many lines: those that need a person first, each kind in the order of the source. */
export const shortReport = (report: readonly ReportLine[], most: number): readonly ReportLine[] =>
  report.length <= most ? report : fates.flatMap((fate) => report.filter((line) => line.fate === fate)).slice(0, most)
