import type { EndCause, SandboxLimits } from '../sandbox.ts'
import type { Usage, WatchedTree } from './usage-watch.ts'

/** The messages to the process that watches runs; the service chooses the `id`. */
export type WatchOrder =
  | { readonly watch: number; readonly tree: WatchedTree }
  | { readonly limit: number; readonly limits: SandboxLimits }
  | { readonly finish: number }

/** Its answers: a limit was exceeded and the run is being ended, or the final result of a run that has ended. */
export type WatchAnswer =
  | { readonly exceeded: number; readonly cause: EndCause }
  | { readonly finished: number; readonly result: WatchResult }

/** All findings about a run. */
export interface WatchResult {
  /** Why the watcher ended it; null when it did not. */
  readonly cause: EndCause | null
  readonly usage: Usage
}
