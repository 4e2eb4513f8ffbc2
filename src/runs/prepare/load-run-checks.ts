import { effectiveCheck } from '#inheritance'
import type { Encryption } from '#kernel'
import { loadEffectiveChecks, withGroups } from '#management'
import type { EffectiveCheck } from '#management'
import { findTestJobs } from '#storage/runs'
import type { TestJob } from '#storage/runs'
import type { Queryable } from '#storage/database'

type JobOptions = Pick<TestJob, 'streamsLogs' | 'updatesSnapshots'>

/**
 * The checks of test sessions that are not saved, with the settings of their groups applied, by check id. All others are
 * absent.
 */
export async function loadTestJobs(
  db: Queryable,
  encryption: Encryption,
  checkIds: readonly string[],
): Promise<Map<string, EffectiveCheck & JobOptions>> {
  const jobs = await findTestJobs(db, encryption, checkIds)
  const stored = await withGroups(
    db,
    encryption,
    jobs.filter(({ group }) => group === null).map(({ check }) => check),
  )
  return new Map(
    jobs.map(({ check: own, group, retryStrategy, ...options }) => {
      const { check } = stored.get(own.id) ?? { check: effectiveCheck(own, group) }
      const settings = { ...check.settings, retryStrategy }
      const ownGroup = group ?? stored.get(own.id)?.group ?? null
      return [own.id, { own, group: ownGroup, check: { ...check, settings }, ...options }]
    }),
  )
}

/** Checks by id with the settings of their groups applied: those that are saved, and those of test sessions that are not. */
export async function loadRunChecks(
  db: Queryable,
  encryption: Encryption,
  checkIds: readonly string[],
): Promise<Map<string, EffectiveCheck>> {
  const saved = await loadEffectiveChecks(db, encryption, checkIds)
  const others = checkIds.filter((id) => !saved.has(id))
  return others.length === 0 ? saved : new Map([...saved, ...(await loadTestJobs(db, encryption, others))])
}
