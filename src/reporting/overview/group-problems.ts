import { targetOfRequest } from '#diagnosis'
import type { ProblemRow } from '#storage/checks'

/** The subject of a problem. */
export interface Subject {
  /** Equal of problems about the same. */
  readonly key: string
  /** As people know it. */
  readonly name: string
}

/** The certificate that the last run saw, else the host, with its port, that it went to; null when neither is known. */
export function subjectOf({ checkType, certificate, request }: ProblemRow): Subject | null {
  if (certificate !== null)
    return { key: certificate.fingerprint, name: certificate.subject ?? certificate.fingerprint }
  const target = targetOfRequest(checkType, request)?.target ?? null
  if (target === null) return null
  const name = URL.parse(target)?.host || target
  return { key: name, name }
}

interface Begun {
  /** Epoch milliseconds. */
  readonly sinceMs: number | null
}

/** Began together: within a minute of the first. */
const togetherMs = 60_000

/**
 * Groups those with an equal cause that began within a minute of the first of them; without a start or a cause each is
 * alone. Groups are in the order of their first members, and members keep theirs.
 */
export function groupProblems<T extends Begun>(
  problems: readonly T[],
  causeOf: (problem: T) => string | null,
): readonly (readonly T[])[] {
  const places = new Map(problems.map((problem, index) => [problem, index]))
  const placeOf = (problem: T | undefined): number => (problem && places.get(problem)) ?? 0
  const groups: T[][] = []
  const last = new Map<string, { readonly firstMs: number; readonly members: T[] }>()
  for (const problem of problems.toSorted((one, other) => (one.sinceMs ?? 0) - (other.sinceMs ?? 0))) {
    const [cause, { sinceMs }] = [causeOf(problem), problem]
    const known = cause === null ? undefined : last.get(cause)
    if (known && sinceMs !== null && sinceMs - known.firstMs <= togetherMs) {
      known.members.push(problem)
      continue
    }
    const members = [problem]
    groups.push(members)
    if (cause !== null && sinceMs !== null) last.set(cause, { firstMs: sinceMs, members })
  }
  return groups
    .map((members) => members.toSorted((one, other) => placeOf(one) - placeOf(other)))
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
}
