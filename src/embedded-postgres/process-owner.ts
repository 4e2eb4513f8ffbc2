import { readFile } from 'node:fs/promises'
import { systemErrorCode } from './embedded-postgres-error.ts'
import { findProcess, processIdScope } from './process-table.ts'
import type { ProcessEntry } from './process-table.ts'

/** Identifies one process uniquely: a pid alone is reused later, or in another container. */
export interface ProcessOwner {
  readonly pid: number
  readonly startedAt: string
  readonly scope: string
}

/** The record that names this process. */
export const thisProcess = (): ProcessOwner => ({
  pid: process.pid,
  startedAt: findProcess(process.pid)?.startedAt ?? '',
  scope: processIdScope(),
})

/** The live process of this machine that the record names, or undefined. */
export function liveProcessOf(owner: ProcessOwner | undefined): ProcessEntry | undefined {
  if (owner === undefined || owner.scope !== processIdScope()) return undefined
  const entry = findProcess(owner.pid)
  return entry?.startedAt === owner.startedAt ? entry : undefined
}

/** Whether the process has certainly ended. One of another container of this boot may run without being visible here. */
export function hasEnded(owner: ProcessOwner): boolean {
  const bootOf = (scope: string): string | undefined => scope.split(' ')[0]
  if (bootOf(owner.scope) !== bootOf(processIdScope())) return true
  return owner.scope === processIdScope() && liveProcessOf(owner) === undefined
}

/** The record in a file; undefined when there is none that can be read as one. */
export async function readProcessOwner(file: string): Promise<ProcessOwner | undefined> {
  try {
    return parseOwner(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function parseOwner(value: unknown): ProcessOwner | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!('pid' in value) || !('startedAt' in value) || !('scope' in value)) return undefined
  const { pid, startedAt, scope } = value
  if (typeof pid !== 'number' || typeof startedAt !== 'string' || typeof scope !== 'string') return undefined
  return { pid, startedAt, scope }
}
