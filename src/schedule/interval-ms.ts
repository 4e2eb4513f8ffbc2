import { minuteMs, secondMs } from '#kernel'

/** A schedule: minutes between runs and the offset of specification 2.1.3. Frequency 0 means every `offset` seconds. */
export interface Frequency {
  readonly frequency: number
  readonly frequencyOffset?: number | null
}

const slowestSubMinuteSeconds = 30

/**
 * Milliseconds between two runs (specification 2.1 and 2.1.3). A frequency 0 without an offset is refused when it is
 * saved; should one exist, it runs at the slowest sub-minute pace.
 */
export function intervalMs({ frequency, frequencyOffset }: Frequency): number {
  if (frequency > 0) return frequency * minuteMs
  return (frequencyOffset ?? slowestSubMinuteSeconds) * secondMs
}
