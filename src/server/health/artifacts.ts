import type { FindingSource, HealthResult } from './finding.ts'

const problems = { full: 'ARTIFACTS_FULL', unreachable: 'ARTIFACTS_UNREACHABLE' } as const

/** Whether files of runs can be stored, as this process last found it. */
export const artifacts: FindingSource = {
  name: 'artifacts',
  title: 'Files',
  meaning: 'Whether artifacts can be stored.',
  advice: 'Check the settings BELFRY_ARTIFACTS_… and the free disk space.',
  readsDatabase: false,
  audience: 'everybody',
  needsService: true,
  find({ artifacts: health }): HealthResult {
    const problem = health?.problem ?? null
    return problem === null
      ? { ok: true, found: [{ code: 'ARTIFACTS_STORED' }] }
      : { ok: true, isDegraded: true, found: [{ code: problems[problem] }] }
  },
}
