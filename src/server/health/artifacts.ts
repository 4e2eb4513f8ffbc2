import type { FindingSource, HealthResult } from './finding.ts'

const problems = {
  full: 'The artifact store is full: files of runs are lost until there is space again. Runs go on.',
  unreachable: 'The artifact store does not work: files of runs are lost until it does. Runs go on.',
} as const

/** Whether files of runs can be stored, as this process last found it. */
export const artifacts: FindingSource = {
  name: 'artifacts',
  meaning: 'Whether files of runs can be stored.',
  advice: 'See the settings BELFRY_ARTIFACTS_… and the free space.',
  readsDatabase: false,
  find({ artifacts: health }): HealthResult {
    const problem = health?.problem ?? null
    return problem === null
      ? { ok: true, message: 'Files of runs can be stored.' }
      : { ok: true, isDegraded: true, message: problems[problem] }
  },
}
