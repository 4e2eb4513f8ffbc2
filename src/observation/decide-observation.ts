/** A location at which nobody runs checks now. */
export interface UnservedPlace {
  /** Of its runs. */
  readonly queue: string
  readonly name: string
  readonly since: Date
}

/** A check that runs by itself, with the queues of the locations in which it is to run. */
export interface PlannedCheck {
  readonly checkId: string
  readonly queues: readonly string[]
}

/** Why nobody runs a check, and since when. */
export interface Unobserved {
  readonly reason: 'NO_AGENT'
  readonly since: Date
  /** In the order of the locations of the check. */
  readonly places: readonly UnservedPlace[]
}

/**
 * Whether nobody runs a check: it has locations, and each of them is unserved. It is unobserved since the last of them is.
 * Null: somebody runs it, or nobody is to. `unserved` is by queue.
 */
export function decideObservation(
  { queues }: PlannedCheck,
  unserved: ReadonlyMap<string, UnservedPlace>,
): Unobserved | null {
  const places = queues.flatMap((queue) => unserved.get(queue) ?? [])
  if (queues.length === 0 || places.length < queues.length) return null
  return { reason: 'NO_AGENT', since: new Date(Math.max(...places.map(({ since }) => since.getTime()))), places }
}
