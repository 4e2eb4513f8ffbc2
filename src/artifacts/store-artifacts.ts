import { maxArtifactsOfRun } from '#contract'
import type { ArtifactsStored, ObservedArtifact, RunLease, StoredArtifact } from '#contract'
import { timeOrderedId } from '#kernel'
import { findLeasedRun } from '#storage/runs'
import type { ArtifactTools } from './artifact-tools.ts'
import { safeContentType } from './safe-content-type.ts'
import { safeNames } from './safe-names.ts'
import { storeContent } from './store-content.ts'

/**
 * Stores the files of a run that is under way. The references become files of its result when the report is accepted.
 * Rejects when the database is away.
 */
export async function storeArtifacts(
  tools: ArtifactTools,
  lease: RunLease,
  artifacts: readonly ObservedArtifact[],
): Promise<ArtifactsStored> {
  const run = await findLeasedRun(tools.store.db, lease)
  if (run === null) return { stored: [], problems: ['The files of the run were not kept: its lease has ended.'] }
  const taken = artifacts.slice(0, maxArtifactsOfRun)
  const names = safeNames(taken.map(({ name }) => name))
  const stored: StoredArtifact[] = []
  const problems: string[] = []
  for (const [index, artifact] of taken.entries()) {
    const name = names[index] ?? ''
    const result = await storeContent(tools, run.accountId, artifact.bytes)
    if ('problem' in result) problems.push(`The file ${name} was not kept: ${result.problem}`)
    else
      stored.push({
        id: timeOrderedId(tools.clock.now()),
        name,
        kind: artifact.kind,
        contentType: safeContentType(artifact.contentType),
        ...result,
        ...(artifact.goldenPath !== undefined && { goldenPath: artifact.goldenPath }),
      })
  }
  const left = artifacts.length - taken.length
  if (left > 0) problems.push(`${left} files were not kept: a run can have ${maxArtifactsOfRun}.`)
  return { stored, problems }
}
