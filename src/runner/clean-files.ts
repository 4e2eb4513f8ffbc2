import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { ObservedArtifact, RunTask } from '#contract'
import { redactor } from '#redaction'
import type { Scrubbers } from './scrub/scrubbers.ts'

export interface CleanFiles {
  readonly files: readonly ObservedArtifact[]
  /** Which files are missing and why, in sentences. */
  readonly problems: readonly string[]
  /** Private to this process. */
  readonly directory: string
}

/** Hands over the files of a run without its secrets. They exist until `use` has ended. */
export async function withCleanFiles<T>(
  artifacts: readonly ObservedArtifact[],
  { accountId, secrets, scrubbers }: Pick<RunTask, 'accountId' | 'secrets'> & { readonly scrubbers: Scrubbers },
  use: (clean: CleanFiles) => Promise<T>,
): Promise<T> {
  const redact = redactor(secrets)
  const directory = await mkdtemp(`${tmpdir()}/belfry-files-`)
  try {
    const files: ObservedArtifact[] = []
    const problems: string[] = []
    for (const artifact of artifacts) {
      const name = redact(artifact.name)
      const file = await scrubbers.scrub({ ...artifact, name }, { accountId, secrets, directory }).catch(() => null)
      if (file === null) problems.push(`The file ${name} was not kept, because secrets cannot be removed from it.`)
      else if (artifact.goldenPath !== undefined && !(name === artifact.name && isSame(file.bytes, artifact.bytes)))
        problems.push(`The golden file ${name} was not updated, because it contains a secret.`)
      else files.push(file)
    }
    return await use({ files, problems, directory })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const isSame = (one: ObservedArtifact['bytes'], other: ObservedArtifact['bytes']): boolean =>
  one === other || (!('path' in one) && !('path' in other) && Buffer.compare(one, other) === 0)
