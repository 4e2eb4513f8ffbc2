import type { ListedTestResult } from './api.ts'

type Result = Pick<ListedTestResult, 'testSessionResultId' | 'checkType' | 'name' | 'status' | 'responseTime'>

/** A check of a session with its result. */
interface Run {
  readonly result: Result
}

export type Change = 'NEWLY_FAILING' | 'STILL_FAILING' | 'FIXED' | 'SLOWER' | 'NEW'

/** How a run differs from that of the same check in the previous session. */
export interface Difference {
  readonly change: Change
  /** Milliseconds by which it is slower. */
  readonly slowerMs: number | null
}

export interface Comparison {
  /** By the ids of results; nothing of what is as before. */
  readonly differences: ReadonlyMap<string, Difference>
  /** How many there are of each, the worst first. */
  readonly counts: readonly (readonly [Change, number])[]
  /** How many checks of the previous session this one has not. */
  readonly missing: number
}

const worstFirst: readonly Change[] = ['NEWLY_FAILING', 'STILL_FAILING', 'SLOWER', 'FIXED', 'NEW']

/** Checks that are not saved have other ids in each session, so that they are known by type and name. */
const keyOf = ({ result: { checkType, name } }: Run): string => `${checkType} ${name}`

/** The runs of a session beside those of the previous one. Runs that have not ended differ in nothing yet. */
export function compared(runs: readonly Run[], previous: readonly Run[]): Comparison {
  const before = new Map(previous.map((run) => [keyOf(run), run.result]))
  const keys = new Set(runs.map(keyOf))
  const differences = new Map(
    runs.flatMap((run) => {
      const difference = differenceOf(run.result, before.get(keyOf(run)))
      return difference ? [[run.result.testSessionResultId, difference] as const] : []
    }),
  )
  const all = [...differences.values()]
  return {
    differences,
    counts: worstFirst
      .map((change) => [change, all.filter((one) => one.change === change).length] as const)
      .filter(([, count]) => count > 0),
    missing: [...before.keys()].filter((key) => !keys.has(key)).length,
  }
}

function differenceOf(now: Result, before: Result | undefined): Difference | null {
  const is = (change: Change, slowerMs: number | null = null): Difference => ({ change, slowerMs })
  if (before === undefined) return is('NEW')
  if (now.status === 'FAILED') {
    if (before.status === 'FAILED') return is('STILL_FAILING')
    return before.status === 'PASSED' ? is('NEWLY_FAILING') : null
  }
  if (now.status !== 'PASSED') return null
  if (before.status === 'FAILED') return is('FIXED')
  const slowerMs = before.status === 'PASSED' ? slowerBy(now.responseTime, before.responseTime) : null
  return slowerMs === null ? null : is('SLOWER', slowerMs)
}

const leastSlowerMs = 100
const slowerFactor = 1.5

/** By how much a time is clearly longer than the one before; less may be chance. */
const slowerBy = (now: number | null, before: number | null): number | null =>
  now !== null && before !== null && now >= before * slowerFactor && now - before >= leastSlowerMs ? now - before : null
