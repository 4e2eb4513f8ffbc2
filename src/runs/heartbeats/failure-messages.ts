import { writeReason } from '#contract/reasons'
import type { PingSignal } from './record-ping.ts'

const lastLineMax = 200

/** Why a job failed that said so: its exit status and the last line of its output, if it sent them. */
export function jobFailedMessage({ exitStatus, body }: Pick<PingSignal, 'exitStatus' | 'body'>): string {
  const lastLine =
    body?.text
      .trimEnd()
      .split(/[\r\n]+/)
      .at(-1)
      ?.trim() ?? ''
  const text = lastLine.slice(0, lastLineMax)
  if (exitStatus === null) return text === '' ? writeReason('JOB_FAILED') : writeReason('JOB_FAILED_WITH', { text })
  const status = exitStatus
  return text === '' ? writeReason('JOB_EXITED', { status }) : writeReason('JOB_EXITED_WITH', { status, text })
}

/** The message of a run that started and did not end in time; times in epoch milliseconds. */
export const runLateMessage = ({
  startedAt,
  graceMs,
}: {
  readonly startedAt: number
  readonly graceMs: number
}): string =>
  writeReason('JOB_LATE', {
    date: new Date(startedAt).toISOString().slice(0, 19).replace('T', ' '),
    grace: inLargestUnit(graceMs / 1_000),
  })

const units = [
  [86_400, 'DURATION_ONE_DAY', 'DURATION_DAYS'],
  [3_600, 'DURATION_ONE_HOUR', 'DURATION_HOURS'],
  [60, 'DURATION_ONE_MINUTE', 'DURATION_MINUTES'],
  [1, 'DURATION_ONE_SECOND', 'DURATION_SECONDS'],
] as const

/** In the largest unit of which it is a whole number, as the settings of heartbeats are. */
function inLargestUnit(seconds: number): string {
  const [length, one, many] = units.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? units[3]
  const count = seconds / length
  return count === 1 ? writeReason(one) : writeReason(many, { count })
}
