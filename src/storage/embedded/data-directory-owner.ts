import { link, readFile, rm, writeFile } from 'node:fs/promises'
import type { ClusterLayout } from './cluster-layout.ts'
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts'
import { describeProcess, findProcess, processIdScope } from './process-table.ts'
import type { ProcessEntry } from './process-table.ts'
import { ensureUnlocked } from './server-lock.ts'

interface Owner {
  readonly pid: number
  readonly startedAt: string
  readonly scope: string
}

/**
 * Takes the data directory for this process and returns what gives it back. Refuses with `DATA_DIRECTORY_IN_USE` while
 * another live process has it. What a dead process left is taken over; across containers the server's lock decides.
 */
export async function claimDataDirectory(layout: ClusterLayout): Promise<() => Promise<void>> {
  const self = findProcess(process.pid)
  const owner: Owner = { pid: process.pid, startedAt: self?.startedAt ?? '', scope: processIdScope() }
  const draft = `${layout.ownerFile}.${process.pid}`
  try {
    await writeFile(draft, JSON.stringify(owner), { mode: 0o644 })
    await takeName(draft, layout)
  } finally {
    await rm(draft, { force: true })
  }
  return () => rm(layout.ownerFile, { force: true })
}

/** The live process of this machine that runs the server of the data directory, or undefined. */
export async function findDataDirectoryOwner(layout: ClusterLayout): Promise<ProcessEntry | undefined> {
  const owner = await readOwner(layout)
  if (owner === undefined || owner.scope !== processIdScope()) return undefined
  const entry = findProcess(owner.pid)
  return entry?.startedAt === owner.startedAt ? entry : undefined
}

/** A link either makes the name or fails: two processes cannot both get it, and nobody reads half a file. */
async function takeName(draft: string, layout: ClusterLayout): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await link(draft, layout.ownerFile)
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST' || attempt === 3) throw error
    }
    const entry = await findDataDirectoryOwner(layout)
    if (entry !== undefined) throw inUse(layout, entry)
    await ensureUnlocked(layout)
    await rm(layout.ownerFile, { force: true })
  }
}

function inUse(layout: ClusterLayout, entry: ProcessEntry): EmbeddedPostgresError {
  const who = entry.pid === process.pid ? 'this very process' : `process ${entry.pid} (${describeProcess(entry)})`
  return new EmbeddedPostgresError(
    'DATA_DIRECTORY_IN_USE',
    `The data directory ${layout.dataDir} is in use by ${who}. Stop that process first, or give this one another ` +
      'data directory (BELFRY_DATA_DIR). To run several servers on one database, set DATABASE_URL.',
  )
}

async function readOwner(layout: ClusterLayout): Promise<Owner | undefined> {
  try {
    return parseOwner(JSON.parse(await readFile(layout.ownerFile, 'utf8')))
  } catch (error) {
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function parseOwner(value: unknown): Owner | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!('pid' in value) || !('startedAt' in value) || !('scope' in value)) return undefined
  const { pid, startedAt, scope } = value
  if (typeof pid !== 'number' || typeof startedAt !== 'string' || typeof scope !== 'string') return undefined
  return { pid, startedAt, scope }
}
