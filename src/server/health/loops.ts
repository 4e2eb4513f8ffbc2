import { minuteMs } from '#kernel'
import { inSeconds } from './finding.ts'
import type { FindingSource, HealthResult } from './finding.ts'

const defaultTurnMs = 20_000
/** Turns that may take longer: mail servers and models answer slowly, and old data is dropped or rolled up hourly. */
const slowTurnsMs: ReadonlyMap<string, number> = new Map([
  ['notifications', minuteMs],
  ['subscriber mails', minuteMs],
  ['analyses', 300_000],
  ['partitions', 300_000],
  ['roll-ups', 300_000],
])

/** Loops of this process whose turn is overdue, whether it hangs or fails repeatedly. */
export const loops: FindingSource = {
  name: 'loops',
  meaning: 'Whether background work finishes in time.',
  advice: 'The message names the loop; the log of the service has its error.',
  readsDatabase: false,
  find: ({ watch }): HealthResult => {
    const stalled = watch.stalled((name) => slowTurnsMs.get(name) ?? defaultTurnMs)
    const messages = stalled.map(
      (loop) => `The loop "${loop.name}" has not finished a turn for ${inSeconds(loop.forMs)}. The log says why.`,
    )
    return {
      ok: stalled.length === 0,
      message: messages.join(' ') || 'All background loops finish their turns in time.',
      numbers: { stalled: stalled.length },
    }
  },
}
