import { LoopWatch } from '../loop-watch.ts'
import type { Finding, FindingSource, HealthSources, HealthResult } from './finding.ts'
import { findingSources } from './sources.ts'

export interface Health {
  /** degraded: the service works, but something needs attention. */
  readonly status: 'ok' | 'degraded' | 'failing'
  /** The messages of all findings that are not ok or that are degraded. */
  readonly reasons: readonly string[]
  readonly findings: readonly Finding[]
}

const databaseLimitMs = 5_000

/**
 * Checks that work is done: due checks are run, results are stored, notifications are delivered, migrations are
 * applied. A process that only answers requests is not healthy.
 */
export async function checkHealth(sources: HealthSources): Promise<Health> {
  const nowMs = sources.clock.now()
  const own = await findAll(sources, nowMs, false)
  const inDatabase = await findInDatabase(sources, nowMs)
  const findings = [...own, ...inDatabase]
  const reasons = findings.filter((finding) => !finding.ok || finding['degraded']).map((finding) => finding.message)
  const status = findings.some((finding) => !finding.ok) ? 'failing' : reasons.length > 0 ? 'degraded' : 'ok'
  return { status, reasons, findings }
}

/** The messages of failed database health checks, for commands that run without the service. */
export async function checkDatabase(
  sources: Pick<HealthSources, 'db' | 'clock' | 'locations'>,
): Promise<readonly string[]> {
  const findings = await findAll({ ...sources, watch: new LoopWatch() }, sources.clock.now(), true)
  return findings.filter((finding) => !finding.ok).map((finding) => finding.message)
}

async function findInDatabase(sources: HealthSources, nowMs: number): Promise<Finding[]> {
  const limit = new AbortController()
  const waited = sources.clock
    .sleep(databaseLimitMs, limit.signal)
    .then(() => [databaseIs('The database does not answer.')])
  // The response is public: addresses, paths and names are logged only.
  const found = findAll(sources, nowMs, true).then(
    (findings) => [databaseIs(null), ...findings],
    () => [databaseIs('The database cannot be reached.')],
  )
  return Promise.race([found, waited]).finally(() => limit.abort())
}

const databaseIs = (problem: string | null): Finding => ({
  name: 'database',
  ok: problem === null,
  message: problem ?? 'The database answers.',
})

const findAll = (sources: HealthSources, nowMs: number, readsDatabase: boolean): Promise<Finding[]> =>
  Promise.all(
    findingSources
      .filter((source) => source.readsDatabase === readsDatabase)
      .map(async (source) => findingOf(source, await source.find(sources, nowMs))),
  )

const findingOf = ({ name }: FindingSource, { ok, isDegraded, message, numbers }: HealthResult): Finding => ({
  name,
  ok,
  ...(isDegraded && { degraded: true }),
  message,
  ...numbers,
})
