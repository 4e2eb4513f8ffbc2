import type { ArtifactTools } from './artifact-tools.ts'
import { openSource, SourceProblem } from './open-source.ts'
import { storeOpened } from './store-content.ts'
import type { ContentStored } from './store-content.ts'

/**
 * Stores content that arrives as a stream. It is kept for two hours unless something refers to it. Rejects with what the
 * stream fails with.
 */
export async function storeUpload(
  tools: ArtifactTools,
  accountId: string,
  stream: AsyncIterable<Uint8Array>,
): Promise<ContentStored> {
  try {
    const opened = await openSource({ stream }, tools.spoolDirectory)
    return await storeOpened(tools, accountId, opened).finally(() => opened.close())
  } catch (error) {
    if (error instanceof SourceProblem) return { problem: error.message }
    throw error
  }
}
