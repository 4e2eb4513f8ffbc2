import { frequencies } from '#contract'

export interface ImportedSchedule {
  readonly fields: { readonly frequency: number; readonly frequencyOffset?: number }
  /** Why it differs from the source; null when it does not. */
  readonly note: string | null
}

/** Seconds of runs more often than each minute: frequency 0 with an offset. */
const shortSeconds = [10, 20, 30]
const longestSeconds = Math.max(...frequencies) * 60

/**
 * The slowest schedule that is not slower than that of the source, in seconds between two runs. `shortest` is the least that the
 * type of check takes, in seconds: 10 for requests, 60 for scripts.
 */
export function scheduleOf(seconds: number, shortest: 10 | 60 = 10): ImportedSchedule {
  const minutes = frequencies.filter((frequency) => frequency > 0).map((frequency) => frequency * 60)
  const possible = [...shortSeconds, ...minutes].filter((value) => value >= shortest)
  const chosen = possible.findLast((value) => value <= seconds) ?? possible[0] ?? longestSeconds
  const fields = chosen < 60 ? { frequency: 0, frequencyOffset: chosen } : { frequency: chosen / 60 }
  return {
    fields,
    note: chosen === seconds ? null : `Runs every ${inWords(chosen)} instead of every ${inWords(seconds)}.`,
  }
}

const inWords = (seconds: number): string =>
  seconds % 60 === 0 ? (seconds === 60 ? 'minute' : `${seconds / 60} minutes`) : `${seconds} seconds`
