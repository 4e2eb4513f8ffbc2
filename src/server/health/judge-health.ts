import type { Finding, FindingSource, HealthSources, Judged } from './finding.ts'
import { findingSources } from './sources.ts'

export interface Health {
  readonly status: 'ok' | 'failing'
  /** The messages of all findings that are not ok; empty when all is well. */
  readonly reasons: readonly string[]
  readonly findings: readonly Finding[]
}

const databaseLimitMs = 5_000

/**
 * Green only when work is really done: due checks become runs, runs are claimed and stored, notifications leave,
 * migrations are applied. A process that merely answers is not healthy.
 */
export async function judgeHealth(sources: HealthSources): Promise<Health> {
  const nowMs = sources.clock.now()
  const own = await findAll(sources, nowMs, false)
  const asked = await findInDatabase(sources, nowMs)
  const findings = [...own, ...asked]
  const reasons = findings.filter((finding) => !finding.ok).map((finding) => finding.message)
  return { status: reasons.length === 0 ? 'ok' : 'failing', reasons, findings }
}

async function findInDatabase(sources: HealthSources, nowMs: number): Promise<Finding[]> {
  const limit = new AbortController()
  const waited = sources.clock
    .sleep(databaseLimitMs, limit.signal)
    .then(() => [databaseIs('The database does not answer.')])
  // Anybody may ask; addresses, paths and names are for the log.
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

const findAll = (sources: HealthSources, nowMs: number, asksDatabase: boolean): Promise<Finding[]> =>
  Promise.all(
    findingSources
      .filter((source) => source.asksDatabase === asksDatabase)
      .map(async (source) => findingOf(source, await source.find(sources, nowMs))),
  )

const findingOf = ({ name }: FindingSource, { ok, message, numbers }: Judged): Finding => ({
  name,
  ok,
  message,
  ...numbers,
})
