import type { PingSignal } from './record-ping.ts'

const lastLineMax = 200

/** Why a job failed that said so: its exit status and the last line of its output, if it sent them. */
export function jobFailedMessage({ exitStatus, body }: Pick<PingSignal, 'exitStatus' | 'body'>): string {
  const said = exitStatus === null ? 'The job reported a failure' : `The job exited with status ${exitStatus}`
  const lastLine =
    body?.text
      .trimEnd()
      .split(/[\r\n]+/)
      .at(-1)
      ?.trim() ?? ''
  return lastLine === '' ? `${said}.` : `${said}: ${lastLine.slice(0, lastLineMax)}`
}

/** The message of a run that started and did not end in time; times in epoch milliseconds. */
export const runLateMessage = ({
  startedAt,
  graceMs,
}: {
  readonly startedAt: number
  readonly graceMs: number
}): string =>
  `The job that started at ${new Date(startedAt).toISOString().slice(0, 19).replace('T', ' ')} UTC did not end within ${
    graceMs / 1000
  } s.`
