import type { MetricPosition } from '#packing'

/** Checks whose metrics are stored at the same positions. */
export interface OfPositions<C> {
  readonly positions: readonly MetricPosition[]
  readonly checks: readonly C[]
}

/** Checks by the positions at which their metrics are stored, so that one statement reads all of a group. */
export function groupByPositions<C>(
  checks: readonly C[],
  positionsOf: (check: C) => readonly MetricPosition[],
): OfPositions<C>[] {
  const groups = new Map<string, { positions: readonly MetricPosition[]; checks: C[] }>()
  for (const check of checks) {
    const positions = positionsOf(check)
    const group = groups.get(positions.join()) ?? { positions, checks: [] }
    group.checks.push(check)
    groups.set(positions.join(), group)
  }
  return [...groups.values()]
}
