import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { ArtifactsStored, Observation, ObservedArtifact, RunTask } from '#contract'
import { redactor } from '#kernel'
import type { Scrubbers } from './scrub/scrubbers.ts'

export type StoreFiles = (artifacts: readonly ObservedArtifact[]) => Promise<ArtifactsStored>

export interface FileTools {
  readonly store: StoreFiles
  readonly scrubbers: Scrubbers
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * The observation with references to its stored files instead of the files, from which secrets were removed. A file that
 * cannot be freed of secrets and a store that fails cost files and add a line to the log of the run. Never rejects.
 */
export async function storeFiles(
  { accountId, secrets, storesNoFiles }: Pick<RunTask, 'accountId' | 'secrets' | 'storesNoFiles'>,
  { artifacts, ...observation }: Observation,
  { store, scrubbers, now }: FileTools,
): Promise<Observation> {
  if (storesNoFiles || artifacts === undefined || artifacts.length === 0) return observation
  const { stored, problems } = await storeClean(artifacts, { accountId, secrets }, { store, scrubbers }).catch(
    (): ArtifactsStored => ({
      stored: [],
      problems: ['The files of the run could not be stored.'],
    }),
  )
  const lines = problems.map((msg) => ({ time: now(), level: 'WARN' as const, msg }))
  return {
    ...observation,
    log: [...observation.log, ...lines],
    ...(stored.length > 0 && { storedArtifacts: stored }),
  }
}

async function storeClean(
  artifacts: readonly ObservedArtifact[],
  { accountId, secrets }: Pick<RunTask, 'accountId' | 'secrets'>,
  { store, scrubbers }: Pick<FileTools, 'store' | 'scrubbers'>,
): Promise<ArtifactsStored> {
  const redact = redactor(secrets)
  const directory = await mkdtemp(`${tmpdir()}/belfry-files-`)
  try {
    const clean: ObservedArtifact[] = []
    const problems: string[] = []
    for (const artifact of artifacts) {
      const name = redact(artifact.name)
      const file = await scrubbers.scrub({ ...artifact, name }, { accountId, secrets, directory }).catch(() => null)
      if (file === null) problems.push(`The file ${name} was not kept, because secrets cannot be removed from it.`)
      else clean.push(file)
    }
    const kept = await store(clean)
    return { stored: kept.stored, problems: [...problems, ...kept.problems] }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
