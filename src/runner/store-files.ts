import type { ArtifactsStored, Observation, ObservedArtifact, RunTask } from '#contract'
import type { Scrubbers } from './scrub/scrubbers.ts'
import { withCleanFiles } from './clean-files.ts'
import { reportFiles } from './report-files.ts'
import type { FilesReported } from './report-files.ts'

export type StoreFiles = (artifacts: readonly ObservedArtifact[]) => Promise<ArtifactsStored>
type Run = Pick<RunTask, 'accountId' | 'secrets' | 'storesNoFiles' | 'reportsTraces'>

export interface FileTools {
  readonly store: StoreFiles
  readonly scrubbers: Scrubbers
  /** Epoch milliseconds. */
  readonly now: () => number
}

/**
 * The observation with references to its stored files instead of the files, from which secrets were removed; with the
 * files themselves where the task says that none is stored. A file that cannot be freed of secrets and a store that fails
 * cost files and add a line to the log of the run. Never rejects.
 */
export async function storeFiles(
  task: Run,
  { artifacts, ...observation }: Observation,
  { store, scrubbers, now }: FileTools,
): Promise<Observation> {
  if (artifacts === undefined || artifacts.length === 0) return observation
  const kept = task.storesNoFiles ? report(task, artifacts, scrubbers) : keep(task, artifacts, { store, scrubbers })
  const { problems, ...files } = await kept
  const lines = problems.map((msg) => ({ time: now(), level: 'WARN' as const, msg }))
  return { ...observation, log: [...observation.log, ...lines], ...files }
}

type Kept = Pick<Observation, 'storedArtifacts' | 'reportedFiles'> & { readonly problems: readonly string[] }

async function keep(
  task: Run,
  artifacts: readonly ObservedArtifact[],
  { store, scrubbers }: Pick<FileTools, 'store' | 'scrubbers'>,
): Promise<Kept> {
  const { stored, problems } = await withCleanFiles(
    artifacts,
    { ...task, scrubbers },
    async ({ files, problems: unclean }) => {
      const kept = await store(files)
      return { stored: kept.stored, problems: [...unclean, ...kept.problems] }
    },
  ).catch((): ArtifactsStored => ({ stored: [], problems: ['The files of the run could not be stored.'] }))
  return { problems, ...(stored.length > 0 && { storedArtifacts: stored }) }
}

async function report(task: Run, artifacts: readonly ObservedArtifact[], scrubbers: Scrubbers): Promise<Kept> {
  const { files, problems } = await reportFiles(task, artifacts, scrubbers).catch((): FilesReported => ({
    files: [],
    problems: ['The files of the run could not be read.'],
  }))
  return { problems, ...(files.length > 0 && { reportedFiles: files }) }
}
