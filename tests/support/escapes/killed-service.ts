import { subscribe } from 'node:diagnostics_channel'
import { createSandbox } from '#scripting'
import type { WallLevel } from '#scripting'
import { SystemClock } from '#kernel'

// Plays a service that is killed while processes behind the wall start: when it has spawned so many of them, instructions are
// sent and none of the programs of the wall can have run yet; or, without a number, when the first command behind the wall
// runs and others are on their way. Its end without a signal says that there is no such wall here.
const [directory = '', wall = '', lastStart = ''] = process.argv.slice(2)
const starts = 6
let spawned = 0
subscribe('child_process', () => {
  spawned += 1
  if (spawned === Number(lastStart)) setImmediate(end)
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
  program: '/bin/sh',
  args: ['-c', 'echo \'"runs"\' >&3; exec sleep 1000'],
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
await Promise.all(
  Array.from({ length: starts }, async () => {
    const run = await sandbox.start(command)
    for await (const message of run.messages) if (message === 'runs' && lastStart === '') end()
  }),
)

function end(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** The test passes no other. */
function asLevel(text: string): WallLevel {
  return text as WallLevel
}
