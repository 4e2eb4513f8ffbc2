import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs, timeOfId } from '#kernel'
import { listKnownContents } from '#storage/runs'
import type { ArtifactTools } from './artifact-tools.ts'

/** Longer than any upload. */
const leftoverAgeMs = dayMs

/**
 * Deletes what no row knows: parts of uploads that died, and objects that are newer than a restored database. Reads the
 * whole list of objects, so call it seldom. Returns how many objects it deleted.
 */
export async function sweepLeftovers({
  store,
  blobs,
  clock,
  spoolDirectory,
}: Pick<ArtifactTools, 'store' | 'blobs' | 'clock' | 'spoolDirectory'>): Promise<number> {
  const beforeMs = clock.now() - leftoverAgeMs
  await blobs.deleteLeftovers(beforeMs)
  await deleteSpooled(spoolDirectory, beforeMs)
  let deleted = 0
  for await (const portion of blobs.list()) {
    const old = portion.filter(({ id }) => timeOfId(id) < beforeMs)
    const known = await listKnownContents(store.db, old)
    const unknown = old.filter(({ id }) => !known.has(id))
    await blobs.delete(unknown)
    deleted += unknown.length
  }
  return deleted
}

async function deleteSpooled(directory: string, beforeMs: number): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name)
    const status = await stat(path).catch(() => null)
    if (status !== null && status.mtimeMs < beforeMs) await rm(path, { force: true })
  }
}
