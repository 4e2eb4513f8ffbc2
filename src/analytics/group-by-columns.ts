/** Checks whose metrics are stored in the same columns. */
export interface OfColumns<C> {
  readonly columns: readonly number[]
  readonly checks: readonly C[]
}

/** Checks by the columns their metrics are stored in, so that one statement reads all of a group. */
export function groupByColumns<C>(checks: readonly C[], columnsOf: (check: C) => readonly number[]): OfColumns<C>[] {
  const groups = new Map<string, { columns: readonly number[]; checks: C[] }>()
  for (const check of checks) {
    const columns = columnsOf(check)
    const group = groups.get(columns.join()) ?? { columns, checks: [] }
    group.checks.push(check)
    groups.set(columns.join(), group)
  }
  return [...groups.values()]
}
