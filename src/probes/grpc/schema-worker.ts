import { setPriority } from 'node:os'
import { doSchemaWork } from './schema-work.ts'
import type { SchemaWork } from './schema-work.ts'

// The program of a process that does one piece of work and ends.

/** Lower priority than the service and its database, which must not be delayed. */
const niceness = 5

try {
  setPriority(niceness)
} catch {
  // Some sandboxes forbid it. The work then has the priority of the service.
}
process.on('disconnect', () => process.exit())
process.on('message', (message) => {
  process.send?.(doSchemaWork(asWork(message)), undefined, undefined, () => process.disconnect())
})

/** The message of the probe. */
const asWork = (message: unknown): SchemaWork => message as SchemaWork
