import type { HealthMessageCode } from '#contract'
import type { WallStatus } from '#scripting'
import type { FindingSource, HealthResult } from './finding.ts'

const codes: Readonly<Record<NonNullable<WallStatus['level']>, HealthMessageCode>> = {
  bubblewrap: 'SCRIPTS_IN_BUBBLEWRAP',
  namespaces: 'SCRIPTS_IN_NAMESPACES',
  launcher: 'SCRIPTS_IN_LAUNCHER',
  unisolated: 'SCRIPTS_UNISOLATED',
}

/** Behind which wall scripts run. That none can be built degrades nothing: script checks say so themselves. */
export const scripts: FindingSource = {
  name: 'scripts',
  title: 'Scripts',
  meaning: 'How scripts are isolated.',
  advice:
    'Install bubblewrap and permit user namespaces (in a container: the options of docs/script-isolation.md). npx belfry doctor shows what is missing.',
  readsDatabase: false,
  audience: 'everybody',
  find: ({ scriptWall }): HealthResult => {
    const status = scriptWall?.()
    if (status === undefined) return { ok: true, found: [{ code: 'SCRIPTS_UNUSED' }] }
    const { level, reason, details } = status
    const text = [reason, ...(level === null ? [] : details)].join(' ')
    return {
      ok: true,
      ...(level === 'unisolated' && { isDegraded: true }),
      isImprovable: level !== 'bubblewrap' && level !== 'namespaces',
      found: [{ code: level === null ? 'SCRIPTS_UNUSED' : codes[level] }],
      details: [{ code: 'SCRIPTS_DETAILS', values: { details: text } }],
    }
  },
}
