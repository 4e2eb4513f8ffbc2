import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { ArtifactsStored, Observation, ObservedArtifact, RunTask } from '#contract'
import { redactor } from '#kernel'
import { scrubFile } from './scrub/scrub-file.ts'

export type StoreFiles = (artifacts: readonly ObservedArtifact[]) => Promise<ArtifactsStored>

/**
 * The observation with references to its stored files instead of the files, from which secrets were removed. A file that
 * cannot be freed of secrets and a store that fails cost files and add a line to the log of the run. Never rejects.
 */
export async function storeFiles(
  { secrets, storesNoFiles }: Pick<RunTask, 'secrets' | 'storesNoFiles'>,
  { artifacts, ...observation }: Observation,
  { store, now }: { readonly store: StoreFiles; readonly now: () => number },
): Promise<Observation> {
  if (storesNoFiles || artifacts === undefined || artifacts.length === 0) return observation
  const { stored, problems } = await storeClean(artifacts, secrets, store).catch((): ArtifactsStored => ({
    stored: [],
    problems: ['The files of the run could not be stored.'],
  }))
  const lines = problems.map((msg) => ({ time: now(), level: 'WARN' as const, msg }))
  return {
    ...observation,
    log: [...observation.log, ...lines],
    ...(stored.length > 0 && { storedArtifacts: stored }),
  }
}

async function storeClean(
  artifacts: readonly ObservedArtifact[],
  secrets: readonly string[],
  store: StoreFiles,
): Promise<ArtifactsStored> {
  const redact = redactor(secrets)
  const directory = await mkdtemp(`${tmpdir()}/belfry-files-`)
  try {
    const clean: ObservedArtifact[] = []
    const problems: string[] = []
    for (const artifact of artifacts) {
      const name = redact(artifact.name)
      const file = await scrubFile({ ...artifact, name }, secrets, directory).catch(() => null)
      if (file === null) problems.push(`The file ${name} was not kept, because secrets cannot be removed from it.`)
      else clean.push(file)
    }
    const kept = await store(clean)
    return { stored: kept.stored, problems: [...problems, ...kept.problems] }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
