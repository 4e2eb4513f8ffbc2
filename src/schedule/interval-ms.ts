/** A schedule: minutes between runs and the offset of specification 2.1.3. Frequency 0 means every `offset` seconds. */
export interface Frequency {
  readonly frequency: number
  readonly frequencyOffset?: number | null
}

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const SLOWEST_SUB_MINUTE_SECONDS = 30

/**
 * Milliseconds between two runs (specification 2.1 and 2.1.3). A frequency 0 without an offset is refused when it is
 * saved; should one exist, it runs at the slowest sub-minute pace.
 */
export function intervalMs({ frequency, frequencyOffset }: Frequency): number {
  if (frequency > 0) return frequency * MINUTE_MS
  return (frequencyOffset ?? SLOWEST_SUB_MINUTE_SECONDS) * SECOND_MS
}
