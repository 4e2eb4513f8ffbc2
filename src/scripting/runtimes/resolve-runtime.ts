import { executedRuntimeOf, runtimeOf } from '#contract'
import type { InstallableRuntimeId, RuntimeId } from '#contract'
import { writeReason } from '#contract/reasons'

/** The runtime that executes scripts in place of a selected one. */
export interface ResolvedRuntime {
  readonly used: InstallableRuntimeId
  /** For the log of the run, when it is not the selected one. */
  readonly warning: string | null
}

/** Which runtime executes scripts for `id`; null means the default. */
export function resolveRuntime(id: RuntimeId | null): ResolvedRuntime {
  const used = executedRuntimeOf(id)
  if (id === null || id === used) return { used, warning: null }
  const { nodeJsVersion, dependencies } = runtimeOf(used)
  const versions = `Node.js ${nodeJsVersion}, Playwright ${dependencies['playwright'] ?? '?'}`
  return { used, warning: writeReason('RUNTIME_RETIRED', { runtime: id, used, text: versions }) }
}
