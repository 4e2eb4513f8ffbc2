import { minuteMs, secondMs } from '#kernel'

/** A schedule: minutes between runs and an offset. Frequency 0 means every `offset` seconds. */
export interface Frequency {
  readonly frequency: number
  readonly frequencyOffset?: number | null
}

const slowestSubMinuteSeconds = 30

/**
 * Milliseconds between two runs. A frequency 0 without an offset is rejected when it is saved; if one exists, it runs
 * at the slowest sub-minute interval.
 */
export function intervalMs({ frequency, frequencyOffset }: Frequency): number {
  if (frequency > 0) return frequency * minuteMs
  return (frequencyOffset ?? slowestSubMinuteSeconds) * secondMs
}
