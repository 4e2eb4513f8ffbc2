import { appendFileSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cpuTimeOf } from './cpu-time.ts'

const fileIn = (directory: string): string => join(directory, 'database-seconds')

/** Notes what the server of that process has used so far, its backends included; before it is stopped. */
export function noteDatabaseSeconds(directory: string, postmaster: number): void {
  const own = timesOf(postmaster).reduce((sum, time) => sum + time.own + time.children, 0)
  const backends = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => timesOf(Number(name)))
    .filter(({ parent }) => parent === postmaster)
    .reduce((sum, time) => sum + time.own, 0)
  // Two runs of vitest have two.
  appendFileSync(fileIn(directory), `${own + backends}\n`)
}

/** What was noted since the last call; 0 when no test asked for a database. */
export function takeDatabaseSeconds(directory: string): number {
  try {
    const noted = readFileSync(fileIn(directory), 'utf8').split('\n')
    rmSync(fileIn(directory))
    return noted.reduce((sum, seconds) => sum + Number(seconds), 0)
  } catch {
    return 0
  }
}

/** None when it has ended meanwhile. */
function timesOf(pid: number): ReturnType<typeof cpuTimeOf>[] {
  try {
    return [cpuTimeOf(pid)]
  } catch {
    return []
  }
}
