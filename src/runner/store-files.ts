import type { ArtifactsStored, Observation, ObservedArtifact, RunTask } from '#contract'
import { redactor } from '#kernel'

export type StoreFiles = (artifacts: readonly ObservedArtifact[]) => Promise<ArtifactsStored>

/**
 * The observation with references to its stored files instead of the files. A store that fails costs the files and adds a
 * line to the log of the run. Never rejects.
 */
export async function storeFiles(
  { secrets }: Pick<RunTask, 'secrets'>,
  { artifacts, ...observation }: Observation,
  { store, now }: { readonly store: StoreFiles; readonly now: () => number },
): Promise<Observation> {
  if (artifacts === undefined || artifacts.length === 0) return observation
  const redact = redactor(secrets)
  const named = artifacts.map((artifact) => ({ ...artifact, name: redact(artifact.name) }))
  const { stored, problems } = await store(named).catch((): ArtifactsStored => ({
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
