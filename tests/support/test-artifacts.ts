import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ArtifactHealth, DirectoryStore } from '#artifacts'
import type { ArtifactTools } from '#artifacts'
import { randomId, silentLog } from '#kernel'
import type { Clock } from '#kernel'
import type { Store } from '#storage/database'

const namespace = 'feedfacefeedface'

/** An artifact store in a directory of the test's own, and how to remove it. */
export function testArtifacts(
  store: Store,
  clock: Clock,
  changes: Partial<ArtifactTools> = {},
): { readonly tools: ArtifactTools; readonly remove: () => void } {
  const directory = join(tmpdir(), `belfry-artifacts-${randomId()}`)
  const tools = {
    store,
    blobs: new DirectoryStore(directory, namespace),
    spoolDirectory: join(directory, 'spool'),
    quotaBytes: 10_000_000,
    clock,
    log: silentLog,
    health: new ArtifactHealth(),
    ...changes,
  }
  return { tools, remove: () => rmSync(directory, { recursive: true, force: true }) }
}
