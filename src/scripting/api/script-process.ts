import { writeReason } from '#contract/reasons'
/** The part of a sandboxed process that scripts need. */
export interface ScriptProcess {
  send(message: unknown): void
  readonly messages: AsyncIterable<unknown>
  readonly output: AsyncIterable<{ readonly stream: 'stdout' | 'stderr'; readonly text: string }>
  readonly ended: Promise<ScriptProcessEnd>
  stop(): Promise<ScriptProcessEnd>
  dispose(): Promise<void>
}

export interface ScriptProcessEnd {
  readonly cause: string
  readonly code: number | null
  readonly signal: string | null
}

/** The words for the causes that end the process of a script. */
const causes: Readonly<Record<string, string>> = {
  'wall time': writeReason('SCRIPT_END_TOO_LONG'),
  'cpu time': writeReason('SCRIPT_END_PROCESSOR_TIME'),
  memory: writeReason('SCRIPT_END_MEMORY'),
  processes: writeReason('SCRIPT_END_PROCESSES'),
  disk: writeReason('SCRIPT_END_DISK'),
  files: writeReason('SCRIPT_END_FILES'),
  output: writeReason('SCRIPT_END_OUTPUT'),
  cancelled: writeReason('SCRIPT_END_CANCELLED'),
}

/** Why a script did not finish whose process ended, as the rest of a sentence. */
export function describeEnd({ cause, code, signal }: ScriptProcessEnd): string {
  const known = Object.hasOwn(causes, cause) ? causes[cause] : undefined
  if (known !== undefined) return known
  const how =
    signal === null
      ? writeReason('PROCESS_END_WITH_EXIT_CODE', { exitCode: code ?? 0 })
      : writeReason('PROCESS_END_BY_SIGNAL', { signal })
  return writeReason('SCRIPT_END_PROCESS_LEFT', { processEnd: how })
}
