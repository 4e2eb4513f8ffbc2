import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { clusterName } from './server-paths.ts'

export interface ProcessEntry {
  readonly pid: number
  /** Start in clock ticks since boot: with the pid it identifies a process uniquely. */
  readonly startedAt: string
  readonly command: readonly string[]
}

/** The live process with this id, or undefined. A zombie counts as dead: it holds nothing but its number. */
export function findProcess(pid: number): ProcessEntry | undefined {
  const stat = readText(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[0]
  if (state === 'Z' || state === 'X' || state === undefined) return undefined
  const command = (readText(`/proc/${pid}/cmdline`) ?? '').split('\0').filter((part) => part !== '')
  return { pid, startedAt: fields[19] ?? '', command }
}

/** Live PostgreSQL processes that work on this data directory: the postmaster and what is left of its backends. */
export function findServerProcesses(cluster: string): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => findProcess(Number(name)))
    .filter((entry) => entry !== undefined)
    .filter((entry) => worksOn(entry, cluster))
}

/** A backend replaces its command line by a title. Its working directory can be read as its own user, or as a full root. */
function worksOn(entry: ProcessEntry, cluster: string): boolean {
  const program = entry.command[0] ?? ''
  if (!/^(postgres:|.*\/postgres$|postgres$)/.test(program)) return false
  const name = clusterName(cluster)
  if (program.startsWith(`postgres: ${name}: `)) return true
  if (entry.command.includes(cluster) || entry.command.includes(`cluster_name=${name}`)) return true
  try {
    return readlinkSync(`/proc/${entry.pid}/cwd`) === cluster
  } catch {
    return false
  }
}

/** Distinguishes process ids of other containers and other boots, where the same number means another process. */
export function processIdScope(): string {
  return `${readText('/proc/sys/kernel/random/boot_id')?.trim() ?? ''} ${readLink('/proc/self/ns/pid')}`
}

/** Program and script of a process, without arguments, which could hold secrets. */
export function describeProcess(entry: ProcessEntry): string {
  const [program, script] = entry.command
  const names = [program, script?.startsWith('-') ? undefined : script].filter((name) => name !== undefined)
  return names.map((name) => path.basename(name)).join(' ')
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function readLink(file: string): string {
  try {
    return readlinkSync(file)
  } catch {
    return ''
  }
}
