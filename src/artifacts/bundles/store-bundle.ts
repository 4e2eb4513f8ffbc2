import type { ArtifactProblem } from '../artifact-health.ts'
import type { ArtifactTools } from '../artifact-tools.ts'
import { openStream, SourceProblem } from '../open-source.ts'
import type { SpooledSource } from '../open-source.ts'
import { storeOpened } from '../store-content.ts'
import type { ContentStored } from '../store-content.ts'
import { examineBundle } from './examine-bundle.ts'
import type { BundleFacts } from './inspect-bundle.ts'

export type BundleStored =
  | (BundleFacts & { readonly sizeBytes: number; readonly sha256: string })
  /** The archive itself is wrong: a sentence. */
  | { readonly archiveProblem: string }
  /** The account or the store has no room for it; the problem is the end of a sentence. */
  | { readonly problem: string; readonly storeProblem?: ArtifactProblem }

/**
 * Stores a tar.gz of a project that arrives as a stream, after all of it was inspected. It is kept for two hours unless
 * a code bundle is made of it. Without any file it is stored only if it `mayBeEmpty`. Rejects with what the stream fails
 * with.
 */
export async function storeBundle(
  tools: ArtifactTools,
  accountId: string,
  stream: AsyncIterable<Uint8Array>,
  mayBeEmpty = false,
): Promise<BundleStored> {
  let opened: SpooledSource
  try {
    opened = await openStream(stream, tools.spoolDirectory)
  } catch (error) {
    if (error instanceof SourceProblem) return { archiveProblem: `The archive was rejected: ${error.message}` }
    throw error
  }
  try {
    const facts = await examineBundle(opened.path, tools.clock)
    if ('archiveProblem' in facts) return facts
    if (facts.fileCount === 0 && !mayBeEmpty) return { archiveProblem: 'The archive has no files.' }
    const stored: ContentStored = await storeOpened(tools, accountId, opened)
    return 'problem' in stored ? stored : { ...stored, ...facts }
  } finally {
    await opened.close()
  }
}
