import { link, rm, writeFile } from 'node:fs/promises'
import type { ClusterLayout } from './cluster-layout.ts'
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts'
import { liveProcessOf, readProcessOwner, thisProcess } from './process-owner.ts'
import { describeProcess } from './process-table.ts'
import type { ProcessEntry } from './process-table.ts'
import { ensureUnlocked } from './server-lock.ts'

/**
 * Locks the data directory for this process and returns a function that releases it. Rejects with `DATA_DIRECTORY_IN_USE` while
 * another live process has it. What a dead process left is taken over; across containers the server's lock decides.
 */
export async function claimDataDirectory(layout: ClusterLayout): Promise<() => Promise<void>> {
  const draft = `${layout.ownerFile}.${process.pid}`
  try {
    await writeFile(draft, JSON.stringify(thisProcess()), { mode: 0o644 })
    await takeName(draft, layout)
  } finally {
    await rm(draft, { force: true })
  }
  return () => rm(layout.ownerFile, { force: true })
}

/** The live process of this machine that runs the server of the data directory, or undefined. */
export async function findDataDirectoryOwner(layout: ClusterLayout): Promise<ProcessEntry | undefined> {
  return liveProcessOf(await readProcessOwner(layout.ownerFile))
}

/** A link either creates the name or fails: two processes cannot both get it, and no reader sees half a file. */
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
