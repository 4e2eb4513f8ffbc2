import { installableRuntimeIds } from '#contract'
import type { HealthMessage, InstallableRuntimeId } from '#contract'
import type { RuntimeStatus } from '#scripting'
import type { FindingSource, HealthResult } from './finding.ts'

/** It names the code only: the reason names paths. */
const messageOf = (runtime: InstallableRuntimeId, { state, progress, code }: RuntimeStatus): HealthMessage =>
  state === 'failed'
    ? { code: 'RUNTIME_FAILED', values: { runtime, reason: code ?? 'unknown' } }
    : { code: 'RUNTIME_STATE', values: { runtime, progress } }

/** The runtimes of scripts on this machine. Checks without scripts do not need them, so a failure only degrades. */
export const runtimes: FindingSource = {
  name: 'runtimes',
  title: 'Runtimes',
  meaning: 'Whether script runtimes are installed.',
  advice: 'See the log for the cause. Checks without scripts do not need a runtime.',
  readsDatabase: false,
  audience: 'everybody',
  find: ({ runtimes: installed }): HealthResult => {
    if (installed === undefined) return { ok: true, found: [{ code: 'RUNTIMES_UNUSED' }] }
    const found = installableRuntimeIds.map((id) => ({ id, status: installed.status(id) }))
    const isDegraded = found.some(({ status }) => status.state === 'failed')
    return {
      ok: true,
      ...(isDegraded && { isDegraded: true }),
      found: found.map(({ id, status }) => messageOf(id, status)),
      details: found.flatMap(({ id, status: { reason } }) =>
        reason ? [{ code: 'RUNTIME_REASON', values: { runtime: id, reason } }] : [],
      ),
    }
  },
}
