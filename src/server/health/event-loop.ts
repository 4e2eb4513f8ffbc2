import type { FindingSource, HealthResult } from './finding.ts'

/** Longer delays, in milliseconds at the 99th percentile, delay everything this process does. */
const limitMs = 1_000

/** The delay of the event loop of this process: a blocked event loop is not healthy. */
export const eventLoop: FindingSource = {
  name: 'eventLoop',
  title: 'Processor',
  meaning: 'Whether the process gets enough CPU time.',
  advice: 'Look for other load on the machine, or give the service more CPU.',
  readsDatabase: false,
  audience: 'everybody',
  needsService: true,
  find: ({ eventLoop: watch }): HealthResult => {
    const { p99Ms, maxMs } = watch?.delay() ?? { p99Ms: 0, maxMs: 0 }
    const ok = p99Ms <= limitMs
    const blocked = { code: 'EVENT_LOOP_BLOCKED', values: { milliseconds: Math.round(p99Ms) } } as const
    const found = [ok ? ({ code: 'EVENT_LOOP_IN_TIME' } as const) : blocked]
    return { ok, found, numbers: { p99Ms: Math.round(p99Ms), maxMs: Math.round(maxMs) } }
  },
}
