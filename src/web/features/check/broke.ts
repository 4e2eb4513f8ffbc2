import type { Issue } from './api.ts'
import type { Annotation, Bucket } from './series/series-words.ts'

const causes: ReadonlySet<Annotation['kind']> = new Set(['CHANGE', 'DEPLOYMENT', 'MAINTENANCE'])
const mostChanges = 4
/** Answers just before the problem are compared with those earlier. */
const justBeforeMs = 5 * 60_000
const leastRise = 2
const leastRiseMs = 50
/** Problems that began within this time of each other began together. */
const togetherMs = 2 * 60_000

/** The changes before a problem began, the oldest first. */
export const changesBefore = (
  { annotations }: { readonly annotations: readonly Annotation[] },
  brokeMs: number,
): readonly Annotation[] =>
  annotations.filter(({ kind, at }) => causes.has(kind) && Date.parse(at) <= brokeMs).slice(-mostChanges)

const isGood = ({ passed, failed, degraded }: Bucket): boolean => passed > 0 && failed === 0 && degraded === 0

interface Times {
  readonly buckets: readonly Bucket[]
  /** Seconds. */
  readonly interval: number
}

/** The last interval before a problem in which every run passed; null when there was none. */
export const wasGood = ({ buckets, interval }: Times, brokeMs: number): Bucket | null =>
  buckets.findLast((bucket) => isGood(bucket) && Date.parse(bucket.at) + interval * 1_000 <= brokeMs) ?? null

/** How response times rose just before a problem; null when they did not rise much, or too little is known. */
export function riseBefore(
  { buckets }: Times,
  brokeMs: number,
): { readonly at: string; readonly fromMs: number; readonly toMs: number } | null {
  const timed = buckets.flatMap(({ at, p50, p95 }) =>
    p50 === null || p95 === null || Date.parse(at) >= brokeMs ? [] : [{ at, p50, p95 }],
  )
  const isLate = ({ at }: { readonly at: string }): boolean => Date.parse(at) >= brokeMs - justBeforeMs
  const usual = median(timed.filter((one) => !isLate(one)).map(({ p50 }) => p50))
  const [highest] = timed.filter(isLate).toSorted((one, other) => other.p95 - one.p95)
  if (usual === null || highest === undefined) return null
  if (highest.p95 < usual * leastRise || highest.p95 - usual < leastRiseMs) return null
  return { at: highest.at, fromMs: usual, toMs: highest.p95 }
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

/** Other checks whose problems began at the same time. */
export const changedToo = (
  issues: readonly Issue[],
  { checkId, brokeMs }: { readonly checkId: string; readonly brokeMs: number },
): readonly { readonly id: string; readonly name: string }[] =>
  issues
    .flatMap(({ checks }) => checks)
    .filter(({ id, since }) => id !== checkId && since !== null && Math.abs(Date.parse(since) - brokeMs) <= togetherMs)
