import { mostRetries } from '#contract'
import type { AlertSettings, RetryStrategy } from '#contract'

/** Part of `alertSettings`; null: the first failed run alerts. */
export type Escalation = Pick<AlertSettings, 'escalationType'> &
  Partial<Pick<AlertSettings, 'runBasedEscalation' | 'timeBasedEscalation'>>

export interface ImportedRetries {
  /** Null: none. */
  readonly retryStrategy: RetryStrategy | null
  readonly escalation: Escalation
  /** What is different from the source; null when nothing is. */
  readonly note: string | null
}

export interface ToleratedFailures {
  /** Failing runs in a row that the source does not count as a failure yet. */
  readonly failures: number
  /** Between two of them. */
  readonly retrySeconds: number
  /** Between two runs otherwise. */
  readonly intervalSeconds: number
}

const longestRetries = 600
const mostRuns = 5
const minutesSteps = [5, 10, 15, 30] as const
const atOnce: Escalation = { escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold: 1 } }

/** Runs that are repeated sooner than usual are retries of one run; those at the usual interval are runs that fail in a row. */
export function retriesOf({ failures, retrySeconds, intervalSeconds }: ToleratedFailures): ImportedRetries {
  const tolerated = Math.max(0, Math.floor(failures))
  if (tolerated === 0) return { retryStrategy: null, escalation: atOnce, note: null }
  const total = tolerated * retrySeconds
  if (retrySeconds < intervalSeconds && total <= longestRetries) return retriesWithin(tolerated, total)
  if (tolerated < mostRuns && retrySeconds >= intervalSeconds)
    return {
      retryStrategy: null,
      escalation: { escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold: tolerated + 1 } },
      note: `Alerts at run ${tolerated + 1} that fails in a row; earlier ones are shown as failed.`,
    }
  return { retryStrategy: null, ...escalationAfter(total) }
}

/** An alert once a check has failed for so long: the largest step that is not longer, and at least the smallest. */
export function escalationAfter(seconds: number): Pick<ImportedRetries, 'escalation' | 'note'> {
  const minutes = minutesSteps.findLast((step) => step * 60 <= seconds) ?? minutesSteps[0]
  const escalation: Escalation = {
    escalationType: 'TIME_BASED',
    timeBasedEscalation: { minutesFailingThreshold: minutes },
  }
  const wanted = Math.round(seconds / 6) / 10
  return {
    escalation,
    note: minutes === wanted ? null : `Alerts after ${minutes} minutes of failures instead of ${wanted} minutes.`,
  }
}

function retriesWithin(tolerated: number, total: number): ImportedRetries {
  const maxRetries = Math.min(tolerated, mostRetries)
  const baseBackoffSeconds = Math.round(total / maxRetries)
  const retryStrategy: RetryStrategy = {
    type: 'FIXED',
    baseBackoffSeconds,
    maxRetries,
    maxDurationSeconds: longestRetries,
    sameRegion: true,
  }
  const times = maxRetries === 1 ? 'once' : `up to ${maxRetries} times`
  return {
    retryStrategy,
    escalation: atOnce,
    note: `A run that fails is repeated ${times}, ${baseBackoffSeconds} seconds apart, before it counts as failed.`,
  }
}
