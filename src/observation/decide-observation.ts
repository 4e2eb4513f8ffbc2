/** A location at which nobody runs checks now, or whose runner sees nothing. */
export interface UnservedPlace {
  /** Of its runs. */
  readonly queue: string
  readonly name: string
  readonly since: Date
  readonly reason: 'NO_AGENT' | 'BLIND'
}

/** A check that runs by itself, with the queues of the locations in which it is to run. */
export interface PlannedCheck {
  readonly checkId: string
  readonly queues: readonly string[]
}

/** Why nobody knows how a check does, and since when. `BLIND`: at least one of its locations is. */
export interface Unobserved {
  readonly reason: 'NO_AGENT' | 'BLIND'
  readonly since: Date
  /** In the order of the locations of the check. */
  readonly places: readonly UnservedPlace[]
}

/**
 * Whether nobody sees how a check does: it has locations, and each of them is unserved or blind. It is unobserved since the
 * last of them is. Null: somebody sees it, or nobody is to. `unserved` is by queue.
 */
export function decideObservation(
  { queues }: PlannedCheck,
  unserved: ReadonlyMap<string, UnservedPlace>,
): Unobserved | null {
  const places = queues.flatMap((queue) => unserved.get(queue) ?? [])
  if (queues.length === 0 || places.length < queues.length) return null
  const reason = places.some((place) => place.reason === 'BLIND') ? 'BLIND' : 'NO_AGENT'
  return { reason, since: new Date(Math.max(...places.map(({ since }) => since.getTime()))), places }
}
