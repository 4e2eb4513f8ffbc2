import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import koffi from 'koffi'

// Lets services be killed while they start processes behind a wall. Orphans come to this process, wherever they went, so
// that none can be missed. Prints how many services were killed and the commands that outlived one.
const [directory = '', wall = ''] = process.argv.slice(2)
/** After which of the processes that it starts, and so many milliseconds later. Six follow the trial and the watcher. */
const moments = [
  [1, 0],
  [8, 0],
  [8, 0],
  [8, 60],
] as const
const mostPolls = 80
const pollMs = 25

const subreaper = 36
const prctl = asPrctl(koffi.load(null).func('int prctl(int, ulong, ulong, ulong, ulong)'))
if (prctl(subreaper, 1, 0, 0, 0) !== 0) throw new Error('Orphans would not come here.')

let killed = 0
const survivors: string[] = []
for (const moment of moments) {
  const service = join(import.meta.dirname, 'killed-service.ts')
  const child = spawn(process.execPath, [service, directory, wall, ...moment.map(String)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [, signal] = await once(child, 'exit')
  if (signal === 'SIGKILL') killed += 1
  for (let polls = 0; polls < mostPolls && living().length > 0; polls += 1) await setTimeout(pollMs)
  for (const pid of living()) {
    survivors.push(`${moment.join(' ')}: ${commandOf(pid)}`)
    end(pid)
  }
}
process.stdout.write(`${JSON.stringify({ killed, survivors })}\n`)

/** One may have ended with another. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

/** What is below this process and has not ended. */
function living(): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readOrEmpty(`/proc/${name}/stat`)
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (stat !== '' && state !== 'Z') parents.set(Number(name), Number(parent))
  }
  return [...parents.keys()].filter((pid) => isBelow(pid, parents))
}

function isBelow(pid: number, parents: ReadonlyMap<number, number>): boolean {
  for (let parent = parents.get(pid); parent !== undefined; parent = parents.get(parent))
    if (parent === process.pid) return true
  return false
}

function commandOf(pid: number): string {
  return readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(-80)
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The declaration of the function says so. */
function asPrctl(found: unknown): (option: number, ...args: readonly number[]) => number {
  return found as (option: number, ...args: readonly number[]) => number
}
