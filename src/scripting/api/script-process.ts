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
  'wall time': 'took too long',
  'cpu time': 'used more processor time than it may',
  memory: 'used more memory than it may',
  processes: 'started more processes than it may',
  disk: 'wrote more to disk than it may',
  files: 'wrote more files than it may',
  output: 'wrote more output than it may',
  cancelled: 'was cancelled',
}

/** Why a script did not finish whose process ended, as the rest of a sentence. */
export function describeEnd({ cause, code, signal }: ScriptProcessEnd): string {
  const known = Object.hasOwn(causes, cause) ? causes[cause] : undefined
  if (known !== undefined) return known
  const how = signal === null ? `with exit code ${code ?? 0}` : `by the signal ${signal}`
  return `ended its process ${how} before it finished, for example by process.exit()`
}
