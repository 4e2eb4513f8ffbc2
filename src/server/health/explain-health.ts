import type { InstallationFinding } from '#api'
import { checkHealth } from './check-health.ts'
import type { Finding, FindingSource, HealthSources } from './finding.ts'
import { findingSources } from './sources.ts'

type Explanation = Pick<FindingSource, 'meaning' | 'advice' | 'namesResources'>

const database: Explanation = {
  meaning: 'Whether the database answers.',
  advice:
    'Check the server of DATABASE_URL. The embedded database is started again by itself; the log says why it ended.',
}
const explanations: ReadonlyMap<string, Explanation> = new Map([
  ['database', database],
  ...findingSources.map((source) => [source.name, source] as const),
])

/** The findings of `/health`, each with what it means and what to do. */
export const explainHealth = async (sources: HealthSources): Promise<InstallationFinding[]> =>
  (await checkHealth(sources)).findings.map(explained)

function explained({ name, ok, message, ...rest }: Finding): InstallationFinding {
  const { meaning, advice, namesResources = false } = explanations.get(name) ?? database
  return {
    name,
    state: ok ? (rest['degraded'] ? 'DEGRADED' : 'OK') : 'FAILING',
    message,
    meaning,
    advice,
    namesResources,
  }
}
