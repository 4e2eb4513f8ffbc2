import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import koffi from 'koffi'
import { eventually } from '../eventually.ts'

// Lets services be killed while they start processes in a sandbox. Orphans come to this process, wherever they went, so
// that none can be missed. Waits until none is left, and prints how many services were killed, one at each of the moments that
// `killed-service.ts` knows.
const [directory = '', wall = '', ...moments] = process.argv.slice(2)

const subreaper = 36
const prctl = asPrctl(koffi.load(null).func('int prctl(int, ulong, ulong, ulong, ulong)'))
if (prctl(subreaper, 1, 0, 0, 0) !== 0) throw new Error('Orphans would not come here.')

let killed = 0
for (const moment of moments) {
  const service = join(import.meta.dirname, 'killed-service.ts')
  const child = spawn(process.execPath, [service, directory, wall, moment], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [, signal] = await once(child, 'exit')
  if (signal === 'SIGKILL') killed += 1
  await eventually('what the service started to end', async () => living().length === 0).catch((error: unknown) => {
    throw new Error(`Killed at ${moment}, it left: ${living().map(commandOf).join(', ')}`, { cause: error })
  })
}
process.stdout.write(`${killed}\n`)

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
