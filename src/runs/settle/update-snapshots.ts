import { goldenPathProblem, maxGoldenBytesOfCheck } from '#contract'
import type { CheckDefinition, StoredArtifact } from '#contract'
import { newGoldenFile } from '#management'
import { isUuid } from '#kernel'
import type { Encryption } from '#kernel'
import { findGoldenFiles, insertGoldenFile, lockCheckDefinition, updateCheck } from '#storage/checks'
import { findRunOverrides, findTestJobs } from '#storage/runs'
import type { Queryable } from '#storage/database'
import type { Settled } from './result-row.ts'

type Snapshots = NonNullable<CheckDefinition['settings']['snapshots']>
type JobSnapshots = ReadonlyMap<string, Snapshots>

interface Context {
  readonly nowMs: number
  readonly encryption: Encryption
}

/**
 * Keeps the golden files that runs wrote, where their session updates them and the run did not fail: all files of a run or
 * none. They become those of saved checks; golden files that a run did not write stay. Returns those of checks that are not
 * saved, by the id of their task. Call it in the transaction that took the tasks, while the overrides and the jobs of the
 * sessions exist.
 */
export async function updateSnapshots(
  tx: Queryable,
  settled: readonly Settled[],
  context: Context,
): Promise<JobSnapshots> {
  const written = settled.filter(({ report }) => report.verdict.outcome !== 'failed' && goldenOf(report).length > 0)
  if (written.length === 0) return new Map()
  const sessions = [...new Set(written.map(({ task }) => task.sessionId))]
  const overrides = await findRunOverrides(tx, context.encryption, sessions)
  const updating = written.filter(({ task }) => overrides.get(task.sessionId)?.updateSnapshots)
  await updateSaved(tx, updating, context)
  return snapshotsOfJobs(tx, written, context)
}

async function updateSaved(tx: Queryable, updating: readonly Settled[], { nowMs, encryption }: Context): Promise<void> {
  for (const { task, report } of updating.toSorted((a, b) => (a.task.checkId < b.task.checkId ? -1 : 1))) {
    const check = await lockCheckDefinition(tx, encryption, task.accountId, task.checkId)
    const merged = check && (await mergedSnapshots(tx, check, { files: goldenOf(report), nowMs }))
    if (!check || !merged) continue
    const settings = { ...check.settings, snapshots: merged }
    await updateCheck(tx, encryption, { ...check, settings, version: check.version + 1, updatedAt: new Date(nowMs) })
  }
}

/** Only the files that the client does not have yet. */
async function snapshotsOfJobs(
  tx: Queryable,
  written: readonly Settled[],
  { nowMs, encryption }: Context,
): Promise<JobSnapshots> {
  const checkIds = written.map(({ task }) => task.checkId)
  const jobs = new Map((await findTestJobs(tx, encryption, checkIds)).map((job) => [job.check.id, job]))
  const snapshots = new Map<string, Snapshots>()
  for (const { task, report } of written) {
    const job = jobs.get(task.checkId)
    const merged = job?.updatesSnapshots && (await mergedSnapshots(tx, job.check, { files: goldenOf(report), nowMs }))
    if (!job || !merged) continue
    const before = new Map(job.check.settings.snapshots?.map(({ path, key }) => [path, key]))
    snapshots.set(
      task.id,
      merged.filter(({ path, key }) => before.get(path) !== key),
    )
  }
  return snapshots
}

type GoldenArtifact = StoredArtifact & { readonly goldenPath: string }

const goldenOf = ({ artifacts = [] }: Settled['report']): GoldenArtifact[] =>
  artifacts.flatMap((artifact) =>
    artifact.goldenPath !== undefined && goldenPathProblem(artifact.goldenPath) === null
      ? [{ ...artifact, goldenPath: artifact.goldenPath }]
      : [],
  )

/** Null when nothing changes, or when the files would exceed what a check may have. */
async function mergedSnapshots(
  tx: Queryable,
  check: CheckDefinition,
  { files, nowMs }: { readonly files: readonly GoldenArtifact[]; readonly nowMs: number },
): Promise<Snapshots | null> {
  const { accountId } = check
  const before = check.settings.snapshots ?? []
  const keyOf = new Map(before.map(({ path, key }) => [path, key]))
  for (const { goldenPath, sha256, sizeBytes } of files) {
    const file = await insertGoldenFile(tx, newGoldenFile({ accountId, sha256, sizeBytes }, nowMs))
    if (file === null) return null
    keyOf.set(goldenPath, file.id)
  }
  const merged = [...keyOf].map(([path, key]) => ({ key, path }))
  const isSame = merged.length === before.length && before.every(({ path, key }) => keyOf.get(path) === key)
  return isSame || (await exceedsLimits(tx, accountId, merged)) ? null : merged
}

const maxFiles = 1000

async function exceedsLimits(tx: Queryable, accountId: string, snapshots: Snapshots): Promise<boolean> {
  const files = await findGoldenFiles(
    tx,
    accountId,
    snapshots.flatMap(({ key }) => (isUuid(key) ? [key] : [])),
  )
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return snapshots.length > maxFiles || bytes > maxGoldenBytesOfCheck
}
