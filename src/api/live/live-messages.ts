import { locationOfQueue } from '#contract'
import type { LiveRunLog, TestSessionResultSummary, WrittenSnapshot } from '#storage/runs'
import type { LiveSubtopic } from './live-topics.ts'

/** One message to who follows a session, of one run. */
export interface LiveMessage {
  readonly sequenceId: string
  readonly runId: string
  readonly subtopic: LiveSubtopic
  readonly payload: unknown
}

/** A runner has taken the run. */
export const startMessage = (sequenceId: string): LiveMessage => ({
  sequenceId,
  runId: sequenceId,
  subtopic: 'run-start',
  payload: {},
})

/** Lines that a run has written. */
export const logMessage = ({ sequenceId, events }: LiveRunLog): LiveMessage => ({
  sequenceId,
  runId: sequenceId,
  subtopic: 'stream-logs',
  payload: {
    logs: events.flatMap((event) => (event.type === 'LOG' ? [{ timestamp: event.at, message: event.message }] : [])),
  },
})

/** The key by which the files of a result are asked for: of its session and of itself. */
export const assetKeyOf = ({ sessionId, id }: Pick<TestSessionResultSummary, 'sessionId' | 'id'>): string =>
  `${sessionId}.${id}`

interface ResultFacts {
  readonly isRecorded: boolean
  /** Golden files that the client downloads. */
  readonly snapshots?: readonly WrittenSnapshot[] | undefined
}

/**
 * A result that has ended. A run without an observation is an error with its reason, unless somebody cancelled it: then it
 * is a result, because the client waits for one.
 */
export function resultMessage(result: TestSessionResultSummary, { isRecorded, snapshots }: ResultFacts): LiveMessage {
  const { sequenceId, id: runId, resultType, outcome, status, scheduleError } = result
  if (outcome === null && status !== 'CANCELLED')
    return { sequenceId, runId, subtopic: 'error', payload: scheduleError ?? 'The run could not be executed.' }
  const payload = { resultType, ...(isRecorded && { testResultId: runId }), result: resultOf(result, snapshots) }
  return { sequenceId, runId, subtopic: 'result', payload }
}

function resultOf(result: TestSessionResultSummary, snapshots: ResultFacts['snapshots']) {
  const { checkName: name, checkType, checkId, outcome, startedAt, stoppedAt, createdAt, updatedAt } = result
  const key = assetKeyOf(result)
  const region = locationOfQueue(result.location)
  return {
    checkId,
    name,
    checkType,
    runLocation: region,
    hasFailures: outcome === 'failed',
    hasErrors: result.hasErrors,
    isDegraded: outcome === 'degraded',
    isCancelled: result.status === 'CANCELLED',
    overMaxResponseTime: result.overMaxResponseTime,
    responseTime: Math.round(result.responseTimeMs ?? 0),
    startedAt: (startedAt ?? createdAt).toISOString(),
    stoppedAt: (stoppedAt ?? updatedAt ?? createdAt).toISOString(),
    attempts: result.attempts,
    scheduleError: result.scheduleError,
    // Of a run that was not observed there is nothing to fetch.
    ...(outcome !== null && { assets: { region, logPath: key, checkRunDataPath: key, snapshots } }),
  }
}
