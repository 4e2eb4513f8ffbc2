import { installableRuntimeIds } from '#contract'
import type { InstallableRuntimeId } from '#contract'
import type { RuntimeStatus } from '#scripting'
import type { FindingSource, HealthResult } from './finding.ts'

/** The message names the code only: the reason names paths and is in the log. */
const sentenceOf = (id: InstallableRuntimeId, { state, progress, code }: RuntimeStatus): string =>
  state === 'failed'
    ? `Runtime ${id} cannot be used: ${code ?? 'unknown'}; the log says why.`
    : `Runtime ${id}: ${progress}.`

/** The runtimes of scripts on this machine. Checks without scripts do not need them, so a failure only degrades. */
export const runtimes: FindingSource = {
  name: 'runtimes',
  meaning: 'Whether the runtimes of scripts are installed.',
  advice: 'The log says why. Checks without scripts do not need them.',
  readsDatabase: false,
  find: ({ runtimes: installed }): HealthResult => {
    if (installed === undefined) return { ok: true, message: 'This process runs no scripts.' }
    const found = installableRuntimeIds.map((id) => ({ id, status: installed.status(id) }))
    const isDegraded = found.some(({ status }) => status.state === 'failed')
    const message = found.map(({ id, status }) => sentenceOf(id, status)).join(' ')
    return { ok: true, ...(isDegraded && { isDegraded: true }), message }
  },
}
