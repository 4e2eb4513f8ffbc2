import type { WallStatus } from '#scripting'
import type { FindingSource, HealthResult } from './finding.ts'

/** The message is public, so it names no reason: the log and `doctor` do. */
const messages: Readonly<Record<NonNullable<WallStatus['level']>, string>> = {
  bubblewrap: 'Scripts run isolated, by bubblewrap.',
  namespaces: 'Scripts run isolated, in namespaces.',
  launcher: 'Scripts run isolated by Landlock and seccomp, without a network.',
  unisolated: 'Scripts run without isolation, as the operator demands.',
}

/** Behind which wall scripts run. That none can be built degrades nothing: script checks say so themselves. */
export const scripts: FindingSource = {
  name: 'scripts',
  meaning: 'How scripts are isolated.',
  advice: 'Install bubblewrap and permit user namespaces; npx belfry doctor says what is missing.',
  readsDatabase: false,
  find: ({ scriptWall }): HealthResult => {
    const level = scriptWall?.().level ?? null
    if (level === null) return { ok: true, message: 'Scripts do not run in this process.' }
    return { ok: true, ...(level === 'unisolated' && { isDegraded: true }), message: messages[level] }
  },
}
