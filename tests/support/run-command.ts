import { runCommand } from '#cli'

export interface EndedCommand {
  /** Its exit code. */
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

interface Surroundings {
  /** All of its environment besides PATH. */
  readonly environment: Readonly<Record<string, string>>
  readonly directory: string
}

/** Runs a command as `belfry` does, in this process. One at a time. */
export async function runBelfry(
  argv: readonly string[],
  { environment, directory }: Surroundings,
): Promise<EndedCommand> {
  const { env } = process
  const [stdout, stderr] = [recorded(process.stdout), recorded(process.stderr)]
  const [signals, before] = [keptListeners(), process.cwd()]
  process.env = { PATH: env['PATH'], ...environment }
  process.chdir(directory)
  try {
    const code = await runCommand(argv)
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    signals.restore()
    process.chdir(before)
    process.env = env
    stdout.end()
    stderr.end()
  }
}

/** A command listens to signals until its process ends. */
function keptListeners(): { readonly restore: () => void } {
  const before = (['SIGINT', 'SIGTERM'] as const).map((signal) => [signal, process.listeners(signal)] as const)
  return {
    restore() {
      for (const [signal, listeners] of before)
        for (const each of process.listeners(signal)) if (!listeners.includes(each)) process.off(signal, each)
    },
  }
}

/** Keeps what is written to the stream until the end. */
function recorded(stream: NodeJS.WriteStream): { readonly text: () => string; readonly end: () => void } {
  const write = stream.write.bind(stream)
  let text = ''
  stream.write = (chunk: string | Uint8Array) => {
    text += String(chunk)
    return true
  }
  return { text: () => text, end: () => void (stream.write = write) }
}
