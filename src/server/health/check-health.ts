import { healthTexts } from '#contract'
import type { HealthMessageCode } from '#contract'
import type { Finding, FindingSource, HealthResult, HealthSources } from './finding.ts'
import { findingSources } from './sources.ts'

export interface Health {
  /** degraded: the service works, but something needs attention. */
  readonly status: 'ok' | 'degraded' | 'failing'
  /** The messages of all findings that are not ok or that are degraded. */
  readonly reasons: readonly string[]
  readonly findings: readonly Finding[]
}

/** The finding of a health check, with the check. */
export interface Found {
  readonly source: Explanation
  readonly result: HealthResult
}

type Explanation = Pick<FindingSource, 'name' | 'meaning' | 'advice' | 'namesResources'>

const databaseLimitMs = 5_000

/**
 * Checks that work is done: due checks are run, results are stored, notifications are delivered, migrations are
 * applied. A process that only answers requests is not healthy.
 */
export async function checkHealth(sources: HealthSources): Promise<Health> {
  const findings = (await findPublic(sources)).map(findingOf)
  const reasons = findings.filter((finding) => !finding.ok || finding['degraded']).map((finding) => finding.message)
  const status = findings.some((finding) => !finding.ok) ? 'failing' : reasons.length > 0 ? 'degraded' : 'ok'
  return { status, reasons, findings }
}

/** The public findings. */
export async function findPublic(sources: HealthSources): Promise<Found[]> {
  const nowMs = sources.clock.now()
  const own = await findAll(sources, nowMs, false)
  return [...own, ...(await findInDatabase(sources, nowMs))]
}

async function findInDatabase(sources: HealthSources, nowMs: number): Promise<Found[]> {
  const limit = new AbortController()
  const waited = sources.clock.sleep(databaseLimitMs, limit.signal).then(() => [databaseIs('DATABASE_SILENT')])
  // The response is public: addresses, paths and names are logged only.
  const found = findAll(sources, nowMs, true).then(
    (findings) => [databaseIs('DATABASE_ANSWERS'), ...findings],
    () => [databaseIs('DATABASE_UNREACHABLE')],
  )
  return Promise.race([found, waited]).finally(() => limit.abort())
}

const database: Explanation = {
  name: 'database',
  meaning: 'Whether the database responds.',
  advice: 'Check the server of DATABASE_URL. The embedded database restarts automatically; see the log for the cause.',
}

const databaseIs = (code: HealthMessageCode): Found => ({
  source: database,
  result: { ok: code === 'DATABASE_ANSWERS', found: [{ code }] },
})

const findAll = (sources: HealthSources, nowMs: number, readsDatabase: boolean): Promise<Found[]> =>
  Promise.all(
    findingSources
      .filter((source) => source.audience === 'everybody' && source.readsDatabase === readsDatabase)
      .map(async (source) => ({ source, result: await source.find(sources, nowMs) })),
  )

const findingOf = ({ source: { name }, result: { ok, isDegraded, found, numbers } }: Found): Finding => ({
  name,
  ok,
  ...(isDegraded && { degraded: true }),
  message: healthTexts(found),
  ...numbers,
})
