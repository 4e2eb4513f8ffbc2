import { createEgress } from '#egress'
import { createSandbox } from '#scripting'
import type { WallLevel } from '#scripting'
import { SystemClock } from '#kernel'

const clock = new SystemClock()

// Plays a service that is killed while a script runs: starts one whose processes carry a mark, says so, and waits.
const [directory = '', wall = '', mark = ''] = process.argv.slice(2)
const sandbox = await createSandbox({ clock, directory, hidden: [], ownEndpoints: () => [], levels: [asLevel(wall)] })
if (sandbox.status.level === null) {
  process.stdout.write(`${sandbox.status.reason}\n`)
  process.exit(0)
}
const tree = `trap '' TERM INT HUP; setsid sh -c 'sleep 1000; : ${mark}' & sleep 1000; : ${mark}`
const run = await sandbox.start({
  program: '/bin/sh',
  args: ['-c', `echo started >&3; ${tree}`],
  environment: {},
  readable: [],
  network: { egress: createEgress({ allowPrivateTargets: true }, clock) },
  limits: {
    wallMs: 600_000,
    cpuSeconds: 60,
    memoryBytes: 512 * 1024 * 1024,
    processes: 16,
    openFiles: 256,
    diskBytes: 1_000_000,
    fileCount: 50,
    outputBytes: 100_000,
  },
})
process.stdout.write(`running ${run.directory}\n`)
await run.ended

/** The test passes no other. */
function asLevel(text: string): WallLevel {
  return text as WallLevel
}
