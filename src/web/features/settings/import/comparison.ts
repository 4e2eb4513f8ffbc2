import type { CheckRow, Deployed, ReadImport } from './api.ts'

export type SourceState = NonNullable<ReadImport['resources'][number]['state']>

/** A check that was imported, with its last state at the source. */
export interface ImportedCheck {
  readonly id: string
  readonly name: string
  readonly source: SourceState
}

export const verdicts = ['disagree', 'waiting', 'agree', 'unknown'] as const
/** waiting: it has not run here yet. unknown: the source has no state. */
export type Verdict = (typeof verdicts)[number]

/** The name of a resource, or what stands for it where it has none. */
export const nameOf = ({ value, logicalId }: Pick<ReadImport['resources'][number], 'value' | 'logicalId'>): string =>
  typeof value['name'] === 'string' ? value['name'] : logicalId

/** The checks that a deployment has, with what the source knew of them. */
export function importedChecks({ resources }: ReadImport, { diff }: Pick<Deployed, 'diff'>): readonly ImportedCheck[] {
  const checks = new Map(resources.filter(({ section }) => section === 'checks').map((one) => [one.logicalId, one]))
  return diff.flatMap(({ type, logicalId, physicalId }) => {
    const check = type === 'check' ? checks.get(logicalId) : undefined
    if (!check || physicalId === undefined) return []
    return [{ id: String(physicalId), name: nameOf(check), source: check.state ?? 'unknown' }]
  })
}

/** Whether a check does here what it did at the source. Undefined state: it is not read yet. */
export function verdictOf(source: SourceState, here: CheckRow['state'] | undefined): Verdict {
  if (here === 'PAUSED') return source === 'paused' ? 'agree' : source === 'unknown' ? 'unknown' : 'disagree'
  if (here === undefined || here === 'PENDING' || here === 'UNKNOWN') return 'waiting'
  if (source === 'unknown' || source === 'paused') return 'unknown'
  return (source === 'down') === (here === 'FAILING') ? 'agree' : 'disagree'
}
