import { setPriority } from 'node:os'
import { scrubFile } from './scrub-file.ts'
import type { ScrubbedFile } from './scrub-file.ts'

// The program of a process that removes secrets from files, one file at a time.

export interface ScrubOrder {
  readonly file: ScrubbedFile
  readonly secrets: readonly string[]
  readonly directory: string
}

/** Null when the secrets cannot be removed. */
export type ScrubAnswer = ScrubbedFile['bytes'] | null

/** Lower priority than the service and its database, as processes that evaluate have. */
const niceness = 5

try {
  setPriority(niceness)
} catch {
  // Some sandboxes forbid it.
}
process.on('disconnect', () => process.exit())
process.on('message', (message) => void answer(asOrder(message)))

async function answer({ file, secrets, directory }: ScrubOrder): Promise<void> {
  const clean = await scrubFile(file, secrets, directory).catch(() => null)
  const result: ScrubAnswer = clean === null ? null : clean.bytes
  if (process.connected) process.send?.(result)
}

/** The messages of the runner. */
function asOrder(message: unknown): ScrubOrder {
  return message as ScrubOrder
}
