import { hourMs, secondMs, stableNumber } from '#kernel'
import { intervalMs } from './interval-ms.ts'
import type { Frequency } from './interval-ms.ts'

export interface ScheduledCheck extends Frequency {
  readonly checkId: string
}

/**
 * The plan of a check while it is failing: every `seconds`, unless it runs as often anyway. The same plan without seconds.
 */
export function planWhileFailing<P extends ScheduledCheck>(plan: P, seconds: number | null | undefined): P {
  if (typeof seconds !== 'number' || seconds * secondMs >= intervalMs(plan)) return plan
  return { ...plan, frequency: 0, frequencyOffset: seconds }
}

const stableNumbers = 2 ** 32
const offsetSlotMs = 6 * secondMs
const highestFrequencyOfShortSlots = 60

/**
 * The first slot strictly after `afterMs`, both in epoch milliseconds, at most one interval later. Slots are multiples
 * of the interval since the epoch plus a phase that depends on the check alone, so a restart changes nothing.
 */
export function nextRunAt(check: ScheduledCheck, afterMs: number): number {
  const interval = intervalMs(check)
  const phase = phaseMs(check, interval)
  return (Math.floor((afterMs - phase) / interval) + 1) * interval + phase
}

// The unit of an offset is not documented by the hosted product. Its bounds fit slots of six seconds up to a frequency
// of 60 and of an hour above. The spread inside the slot keeps checks with equal settings apart.
function phaseMs({ checkId, frequency, frequencyOffset }: ScheduledCheck, interval: number): number {
  const isSpreadOverInterval = frequency === 0 || frequencyOffset === undefined || frequencyOffset === null
  if (isSpreadOverInterval) return spreadMs(checkId, interval)
  const slot = frequency <= highestFrequencyOfShortSlots ? offsetSlotMs : hourMs
  return (frequencyOffset * slot + spreadMs(checkId, slot)) % interval
}

const spreadMs = (checkId: string, rangeMs: number): number =>
  Math.floor((stableNumber(checkId) / stableNumbers) * rangeMs)
