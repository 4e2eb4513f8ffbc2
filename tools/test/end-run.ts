import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { processesOfRun } from './processes-of-run.ts'
import type { RunningProcess } from './processes-of-run.ts'
import { memoryDirectoryOf } from './run-directory.ts'

const pauseMs = 20
const postgresLimitMs = 10_000
const killedLimitMs = 30_000

/** Ends every process of the run, those excepted, and removes its directory and what killed services left elsewhere. */
export async function endRun(directory: string, excepted: readonly number[] = []): Promise<void> {
  const left = (): RunningProcess[] => processesOfRun(directory, excepted)
  const others = (): RunningProcess[] => left().filter(({ program }) => program !== 'postgres')
  await signalUntilNone(others, 'SIGKILL', killedLimitMs)
  // PostgreSQL gives its shared memory back when it is told to stop at once, and not when it is killed.
  await signalUntilNone(left, 'SIGQUIT', postgresLimitMs)
  await signalUntilNone(left, 'SIGKILL', killedLimitMs)
  for (const own of [memoryDirectoryOf(directory), directory]) {
    removeElsewhere(own)
    rmSync(own, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

async function signalUntilNone(find: () => RunningProcess[], signal: NodeJS.Signals, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs
  for (let found = find(); found.length > 0 && performance.now() < until; found = find()) {
    for (const { pid } of found) send(pid, signal)
    await setTimeout(pauseMs)
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

/** Sockets of data directories with long names, and copies of PostgreSQL's programs. */
function removeElsewhere(directory: string): void {
  for (const root of clusterRoots(directory)) {
    const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
    rmSync(`/tmp/belfry-${name}`, { recursive: true, force: true })
  }
  const places = ['/var/cache', '/var/lib', tmpdir(), '/tmp', '/var/tmp', '/dev/shm']
  for (const place of new Set(places.filter((candidate) => existsSync(candidate))))
    for (const name of readdirSync(place).filter((entry) => entry.startsWith('belfry-postgres-')))
      if (dataDirOf(join(place, name)).startsWith(directory + sep))
        rmSync(join(place, name), { recursive: true, force: true })
}

function clusterRoots(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name === 'postgres')
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Whose data directory the copy is for, by its own record. */
function dataDirOf(copy: string): string {
  try {
    const owner: unknown = JSON.parse(readFileSync(join(copy, 'owner.json'), 'utf8'))
    return String(Reflect.get(Object(owner), 'dataDir'))
  } catch {
    return ''
  }
}
