const rememberedMs = 300_000

interface Event {
  readonly atMs: number
  readonly runs: number
}

/**
 * Counts the runs of the last five minutes that this process returned or could not finish reliably, for health checks.
 */
export class RunProblems {
  #returned: Event[] = []
  #inconclusive: Event[] = []

  /** Records runs returned to the queue. */
  returned(runs: number, atMs: number): void {
    this.#returned = appended(this.#returned, runs, atMs)
  }

  /** Records runs without a reliable result. */
  inconclusive(runs: number, atMs: number): void {
    this.#inconclusive = appended(this.#inconclusive, runs, atMs)
  }

  counts(nowMs: number): { readonly returned: number; readonly inconclusive: number } {
    return { returned: recent(this.#returned, nowMs), inconclusive: recent(this.#inconclusive, nowMs) }
  }
}

const appended = (events: readonly Event[], runs: number, atMs: number): Event[] =>
  runs === 0 ? [...events] : [...events.filter((event) => isRecent(event, atMs)), { atMs, runs }]

const recent = (events: readonly Event[], nowMs: number): number =>
  events.filter((event) => isRecent(event, nowMs)).reduce((sum, { runs }) => sum + runs, 0)

const isRecent = ({ atMs }: Event, nowMs: number): boolean => Math.abs(nowMs - atMs) < rememberedMs
