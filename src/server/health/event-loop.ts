import type { FindingSource, HealthResult } from './finding.ts'

/** Longer delays, in milliseconds at the 99th percentile, delay everything this process does. */
const limitMs = 1_000

/** The delay of the event loop of this process: a blocked event loop is not healthy. */
export const eventLoop: FindingSource = {
  name: 'eventLoop',
  meaning: 'Whether the process has enough processor time.',
  advice: 'Look for other work on the machine, and give the service more processor time.',
  readsDatabase: false,
  find: ({ eventLoop: watch }): HealthResult => {
    const { p99Ms, maxMs } = watch?.delay() ?? { p99Ms: 0, maxMs: 0 }
    const ok = p99Ms <= limitMs
    const message = ok
      ? 'The event loop turns in time.'
      : `The event loop of this process is blocked for ${Math.round(p99Ms)} ms at a time: the machine is too busy, or the work is too much.`
    return { ok, message, numbers: { p99Ms: Math.round(p99Ms), maxMs: Math.round(maxMs) } }
  },
}
