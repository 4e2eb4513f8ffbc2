import { SnapshotKeeper } from '#pages'
import type { CopyTarget } from '#copies'
import type { Clock, Log } from '#kernel'
import type { PageLanguages } from '#page-texts'
import type { Store } from '#storage/database'
import type { Loop } from './run-loop.ts'

const idleMs = 10_000
const afterFailureMs = 60_000

interface SnapshotTools {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly publicUrl: string
  readonly languages: PageLanguages
}

/** Keeps copies of the public status pages at one place. */
export function snapshotLoop({ log, ...tools }: SnapshotTools, target: CopyTarget): Loop {
  const keeper = new SnapshotKeeper(tools, target)
  const { place } = target
  return {
    name: `status page copies (${target.name})`,
    iteration: async () => {
      try {
        await keeper.refresh()
        return idleMs
      } catch (error) {
        log.warn({ place, error: String(error) }, 'Copies of status pages could not be written')
        return afterFailureMs
      }
    },
  }
}
