import { dirname } from 'node:path'
import type { Egress } from '#egress'
import { apiScriptProgram } from './program.ts'
import type { ScriptRuntime } from './api-scripts.ts'
import type { ScriptProcess } from './script-process.ts'

/** Of one run: its scripts have ten seconds each and the request between them thirty. */
const runMs = 90_000
const megabyte = 1024 * 1024

const limits = {
  wallMs: runMs,
  cpuSeconds: 45,
  memoryBytes: 512 * megabyte,
  processes: 32,
  openFiles: 256,
  diskBytes: 16 * megabyte,
  fileCount: 200,
  outputBytes: 4 * megabyte,
}

/** The command of the process that runs the scripts of one API check. It says that it is ready and waits for its job. */
export const apiScriptCommand = ({ directory, node }: ScriptRuntime, egress: Egress) => ({
  program: node,
  args: ['--max-old-space-size=384', apiScriptProgram],
  environment: { TZ: 'UTC', LANG: 'C.UTF-8' },
  // The wall starts with the Node of the service, the scripts with that of their runtime.
  readable: [...new Set([directory, dirname(node), dirname(process.execPath), dirname(apiScriptProgram)])],
  limits,
  network: { egress },
})

export type ApiScriptCommand = ReturnType<typeof apiScriptCommand>

/** Processes of one command that are ready. */
interface ScriptPool<P extends ScriptProcess> {
  take(): Promise<P>
}

/**
 * Takes processes from one pool for each runtime, made when its first script comes. `startLimits` starts the wall-time
 * limit of a process, which may have waited for long.
 */
export function takeFromPools<P extends ScriptProcess>(parts: {
  readonly egress: Egress
  readonly createPool: (command: ApiScriptCommand) => ScriptPool<P>
  readonly startLimits: (process: P, changed: { readonly wallMs: number }) => void
}): (runtime: ScriptRuntime) => Promise<ScriptProcess> {
  const pools = new Map<string, ScriptPool<P>>()
  return async (runtime) => {
    const pool = pools.get(runtime.directory) ?? parts.createPool(apiScriptCommand(runtime, parts.egress))
    pools.set(runtime.directory, pool)
    const process = await pool.take()
    parts.startLimits(process, { wallMs: runMs })
    return process
  }
}
