import { subscribe } from 'node:diagnostics_channel'
import { setTimeout } from 'node:timers/promises'
import { createSandbox } from '#scripting'
import type { WallLevel } from '#scripting'
import { SystemClock } from '#kernel'

// Plays a service that is killed while processes behind the wall start: so many milliseconds after it spawned so many of
// them, or at once, when instructions are sent but none of the programs of the wall can have run yet. Its end without a
// signal says that there is no such wall here.
const [directory = '', wall = '', lastStart = '1', delayMs = '0'] = process.argv.slice(2)
const starts = 6
let spawned = 0
subscribe('child_process', () => {
  spawned += 1
  if (spawned === Number(lastStart)) setImmediate(() => void end())
})

const sandbox = await createSandbox({
  clock: new SystemClock(),
  directory,
  hidden: [],
  ownEndpoints: () => [],
  levels: [asLevel(wall)],
})
if (sandbox.status.level === null) process.exit(0)
const command = {
  program: '/bin/sleep',
  args: ['1000'],
  environment: {},
  readable: [],
  limits: {
    wallMs: 600_000,
    cpuSeconds: 60,
    memoryBytes: 2 ** 28,
    processes: 8,
    openFiles: 64,
    diskBytes: 2 ** 20,
    fileCount: 10,
    outputBytes: 1000,
  },
  network: null,
}
await Promise.all(Array.from({ length: starts }, () => sandbox.start(command)))
// They all run before the delay is over.
await setTimeout(600_000)

async function end(): Promise<void> {
  if (Number(delayMs) > 0) await setTimeout(Number(delayMs))
  process.kill(process.pid, 'SIGKILL')
}

/** The test passes no other. */
function asLevel(text: string): WallLevel {
  return text as WallLevel
}
