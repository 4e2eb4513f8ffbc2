import { SourceProblem } from './imported.ts'
import type { ReadOrder, ReadOutcome } from './read-files.ts'
import { sources } from './sources/index.ts'

// The program of a process that reads files of a stranger.

process.on('disconnect', () => process.exit())
process.on('message', (message) => void answer(asOrder(message)))

async function answer(order: ReadOrder): Promise<void> {
  const outcome = await read(order)
  if (process.connected) process.send?.(outcome)
}

async function read({ source, files, choices }: ReadOrder): Promise<ReadOutcome> {
  const chosen = sources.find(({ name }) => name === source)
  if (!chosen) return { problem: `There is no source ${source}.` }
  try {
    return await chosen.read(files, choices)
  } catch (error) {
    if (error instanceof SourceProblem) return { problem: error.message }
    return { problem: `${chosen.title} could not be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** The messages of `readFiles`. */
function asOrder(message: unknown): ReadOrder {
  return message as ReadOrder
}
