import { spawn } from 'node:child_process'

/** Where systems keep their `ping`. */
export const pingPrograms: readonly string[] = [
  '/usr/bin/ping',
  '/bin/ping',
  '/usr/sbin/ping',
  '/sbin/ping',
  '/run/wrappers/bin/ping',
]

interface Finding {
  readonly until: number
  readonly program: Promise<string | null>
}

const trustedForMs = 60_000
const findings = new WeakMap<readonly string[], Finding>()

/** The first program that can be started, or null. Looked for once a minute, however many runs ask at the same time. */
export function findProgram(programs: readonly string[]): Promise<string | null> {
  const known = findings.get(programs)
  if (known && known.until > performance.now()) return known.program
  const program = firstOf(programs)
  findings.set(programs, { until: performance.now() + trustedForMs, program })
  return program
}

async function firstOf(programs: readonly string[]): Promise<string | null> {
  for (const program of programs) if (await canStart(program)) return program
  return null
}

const canStart = (program: string): Promise<boolean> =>
  new Promise((settle) => {
    const child = spawn(program, ['-V'], { env: {}, stdio: 'ignore', timeout: 1000 })
    child.once('error', () => settle(false))
    child.once('exit', () => settle(true))
  })
