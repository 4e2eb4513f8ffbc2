import { spawn } from 'node:child_process'
import { LRUCache } from 'lru-cache'
import { minuteMs } from '#kernel'

/** Where systems keep their `ping`. */
export const pingPrograms: readonly string[] = [
  '/usr/bin/ping',
  '/bin/ping',
  '/usr/sbin/ping',
  '/sbin/ping',
  '/run/wrappers/bin/ping',
]

const found = new LRUCache<readonly string[], Promise<string | null>>({
  max: 10,
  ttl: minuteMs,
  memoMethod: (programs) => firstOf(programs),
})

/** The first program that can be started, or null. The search runs once a minute at most, shared by all runs. */
export const findProgram = (programs: readonly string[]): Promise<string | null> => found.memo(programs)

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
