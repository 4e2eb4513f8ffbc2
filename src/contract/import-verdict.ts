import type { CheckRowState } from './resources/check-row.ts'
import type { ImportState } from './resources/source-import.ts'

/** The results of comparing a check with its source, the most urgent first. waiting: it has not run yet. unknown: the source has no state. */
export const importVerdicts = ['disagree', 'waiting', 'agree', 'unknown'] as const
export type ImportVerdict = (typeof importVerdicts)[number]

/** Whether a check does here what it did at the source. Undefined state: it is not read yet. */
export function importVerdict(source: ImportState['state'], here: CheckRowState | undefined): ImportVerdict {
  if (here === 'PAUSED') return source === 'paused' ? 'agree' : source === 'unknown' ? 'unknown' : 'disagree'
  if (here === undefined || here === 'PENDING' || here === 'UNKNOWN') return 'waiting'
  if (source === 'unknown' || source === 'paused') return 'unknown'
  return (source === 'down') === (here === 'FAILING') ? 'agree' : 'disagree'
}
