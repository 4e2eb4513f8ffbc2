import { createReadStream } from 'node:fs'
import { setPriority } from 'node:os'
import { BundleProblem, inspectBundle } from './inspect-bundle.ts'
import type { BundleFacts } from './inspect-bundle.ts'

// The program of a process that inspects one archive of a stranger. It imports no other room: loading one takes longer
// than most archives.

export interface ExamineOrder {
  readonly path: string
}

/** The problem is a sentence. */
export type Examined = BundleFacts | { readonly archiveProblem: string } | { readonly broken: string }

/** Lower priority than the service and its database, as processes that evaluate have. */
const niceness = 5

try {
  setPriority(niceness)
} catch {
  // Some sandboxes forbid it.
}
process.on('disconnect', () => process.exit())
process.on('message', (message) => void answer(asOrder(message)))

async function answer({ path }: ExamineOrder): Promise<void> {
  const examined: Examined = await inspectBundle(createReadStream(path)).catch((error: unknown) =>
    error instanceof BundleProblem ? { archiveProblem: error.message } : { broken: String(error) },
  )
  if (process.connected) process.send?.(examined)
}

/** The messages of `examineBundle`. */
function asOrder(message: unknown): ExamineOrder {
  return message as ExamineOrder
}
