import { stableNumber } from '#kernel'
import { HOUR_MS, intervalMs, SECOND_MS } from './interval-ms.ts'
import type { Frequency } from './interval-ms.ts'

export interface ScheduledCheck extends Frequency {
  readonly checkId: string
}

const STABLE_NUMBERS = 2 ** 32
const OFFSET_SLOT_MS = 6 * SECOND_MS
const HIGHEST_FREQUENCY_OF_SHORT_SLOTS = 60

/**
 * The first slot strictly after `afterMs`, both in epoch milliseconds, at most one interval later. Slots lie at
 * multiples of the interval since the epoch plus a phase that depends on the check alone, so a restart changes nothing.
 */
export function nextRunAt(check: ScheduledCheck, afterMs: number): number {
  const interval = intervalMs(check)
  const phase = phaseMs(check, interval)
  return (Math.floor((afterMs - phase) / interval) + 1) * interval + phase
}

// The unit of an offset is not published. Its bounds (specification 2.1.3) fit slots of six seconds up to a frequency
// of 60 and of an hour above. The spread inside the slot keeps checks with equal settings apart.
function phaseMs({ checkId, frequency, frequencyOffset }: ScheduledCheck, interval: number): number {
  const isSpreadOverInterval = frequency === 0 || frequencyOffset === undefined || frequencyOffset === null
  if (isSpreadOverInterval) return spreadMs(checkId, interval)
  const slot = frequency <= HIGHEST_FREQUENCY_OF_SHORT_SLOTS ? OFFSET_SLOT_MS : HOUR_MS
  return (frequencyOffset * slot + spreadMs(checkId, slot)) % interval
}

const spreadMs = (checkId: string, rangeMs: number): number =>
  Math.floor((stableNumber(checkId) / STABLE_NUMBERS) * rangeMs)
