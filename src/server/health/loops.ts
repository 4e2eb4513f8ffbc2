import { minuteMs } from '#kernel'
import { seconds } from './finding.ts'
import type { FindingSource, HealthResult } from './finding.ts'

const defaultTurnMs = 20_000
/** Turns that may take longer: mail servers and models answer slowly, and old data is dropped or rolled up hourly. */
const slowTurnsMs: ReadonlyMap<string, number> = new Map([
  ['notifications', minuteMs],
  ['outgoing heartbeats', minuteMs],
  ['subscriber mails', minuteMs],
  ['subscriber messages', minuteMs],
  ['status page copies (s3)', 300_000],
  ['status page copies (git)', 300_000],
  ['analyses', 300_000],
  ['partitions', 300_000],
  ['roll-ups', 300_000],
])

/** Loops of this process whose turn is overdue, whether it hangs or fails repeatedly. */
export const loops: FindingSource = {
  name: 'loops',
  title: 'Loops',
  meaning: 'Whether background jobs finish in time.',
  advice: 'The message names the loop. Find its error in the service log.',
  readsDatabase: false,
  audience: 'everybody',
  needsService: true,
  find: ({ watch }): HealthResult => {
    const stalled = watch.stalled((name) => slowTurnsMs.get(name) ?? defaultTurnMs)
    const found = stalled.map(({ name, forMs }) => ({
      code: 'LOOP_STALLED' as const,
      values: { loop: name, seconds: seconds(forMs) },
    }))
    return {
      ok: stalled.length === 0,
      found: found.length > 0 ? found : [{ code: 'LOOPS_IN_TIME' }],
      numbers: { stalled: stalled.length },
    }
  },
}
