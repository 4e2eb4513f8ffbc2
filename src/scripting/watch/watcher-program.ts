import { setPriority } from 'node:os'
import type { EndCause } from '../sandbox.ts'
import { killTree } from './end-tree.ts'
import { lowerPriority } from './lower-priority.ts'
import { UsageWatch } from './usage-watch.ts'
import type { WatchAnswer, WatchOrder } from './watch-messages.ts'

// The program of the process that watches the limits of runs. It has nothing else to do, so that no work of the service
// delays it, and ends what exceeds a limit itself.

const sampleMs = 100
const diskSampleMs = 500
/** Before everything of the service; only root may ask for it. Runs have a lower priority in any case. */
const niceness = -10

interface Watched {
  readonly root: number
  readonly usage: UsageWatch
  cause: EndCause | null
  isReadingDisk: boolean
}

const runs = new Map<number, Watched>()

try {
  setPriority(niceness)
} catch {
  // An ordinary user may only lower priorities, as the launcher does with that of runs.
}
process.on('disconnect', () => process.exit())
process.on('message', (message) => obey(asOrder(message)))
setInterval(() => runs.forEach(sample), sampleMs)
setInterval(() => runs.forEach((run, id) => void sampleDisk(run, id)), diskSampleMs)

function obey(order: WatchOrder): void {
  if ('watch' in order) {
    const { root } = order.tree
    runs.set(order.watch, { root, usage: new UsageWatch(order.tree), cause: null, isReadingDisk: false })
  } else if ('limit' in order) {
    const run = runs.get(order.limit)
    if (run) run.usage.limits = order.limits
  } else {
    const run = runs.get(order.finish)
    runs.delete(order.finish)
    if (run) send({ finished: order.finish, result: { cause: run.cause, usage: run.usage.usage } })
  }
}

function sample(run: Watched, id: number): void {
  // Ended before, but not gone yet.
  if (run.cause !== null) return void killTree(run.root)
  exceed(run, id, run.usage.sample())
  lowerPriority(run.usage.heavyProcesses)
}

async function sampleDisk(run: Watched, id: number): Promise<void> {
  if (run.isReadingDisk || run.cause !== null) return
  run.isReadingDisk = true
  const cause = await run.usage.sampleDisk()
  run.isReadingDisk = false
  if (runs.get(id) === run && run.cause === null) exceed(run, id, cause)
}

function exceed(run: Watched, id: number, cause: EndCause | null): void {
  if (cause === null) return
  run.cause = cause
  killTree(run.root)
  send({ exceeded: id, cause })
}

function send(answer: WatchAnswer): void {
  if (process.connected) process.send?.(answer)
}

/** The messages of the service. */
function asOrder(message: unknown): WatchOrder {
  return message as WatchOrder
}
