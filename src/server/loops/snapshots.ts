import { SnapshotDirectory, SnapshotKeeper } from '#pages'
import type { Clock } from '#kernel'
import type { Store } from '#storage/database'
import type { Loop } from './run-loop.ts'

const idleMs = 10_000

/** Keeps copies of the public status pages in a directory. */
export function snapshotLoop(
  tools: { readonly store: Store; readonly clock: Clock; readonly publicUrl: string },
  directory: string,
): Loop {
  const keeper = new SnapshotKeeper(tools, new SnapshotDirectory(directory))
  return {
    name: 'status page snapshots',
    iteration: async () => {
      await keeper.refresh()
      return idleMs
    },
  }
}
