import { join, resolve } from 'node:path'
import type { Clock, Log } from '#kernel'
import { ApiScripts, createSandbox, PlaywrightRuns, SandboxPool, takeFromPools } from '#scripting'
import type { OwnEndpoint, Runtimes, Sandbox } from '#scripting'
import type { Egress } from './parts.ts'
import type { Settings } from './settings.ts'

/** Processes that wait for a script, of each runtime that is used. */
const waitingProcesses = 2

interface Inputs {
  readonly settings: Pick<Settings, 'dataDir' | 'databaseUrl'>
  /** Of the service itself, which no script may reach. */
  readonly port: number
  readonly runtimes: Runtimes
  readonly egress: Egress
  readonly clock: Clock
  readonly log: Log
}

export interface MachineScripts {
  readonly apiScripts: ApiScripts
  readonly playwright: PlaywrightRuns
  /** Ends every process of scripts. */
  close(): Promise<void>
}

/** What runs scripts on this machine. The sandbox is tried and its processes are started when the first one comes. */
export function createApiScripts({ settings, port, runtimes, egress, clock, log }: Inputs): MachineScripts {
  const dataDir = resolve(settings.dataDir)
  const pools: SandboxPool[] = []
  let opening: Promise<Opened> | null = null
  const open = async (): Promise<Opened> => {
    const sandbox = await createSandbox({
      directory: join(dataDir, 'runs'),
      hidden: [dataDir],
      ownEndpoints: () => [{ port }, ...databaseEndpoint(settings.databaseUrl)],
    })
    const { level, reason, details } = sandbox.status
    log.info({ level, details }, level === null ? `Scripts do not run on this machine: ${reason}` : 'Scripts can run')
    const createPool = (command: ConstructorParameters<typeof SandboxPool>[0]['command']): SandboxPool => {
      const pool = new SandboxPool({ sandbox, command, size: waitingProcesses, log })
      pools.push(pool)
      return pool
    }
    const takeProcess = takeFromPools({
      egress,
      createPool,
      startLimits: (process: Awaited<ReturnType<SandboxPool['take']>>, changed) =>
        sandbox.startLimits(process, changed),
    })
    return { sandbox, takeProcess }
  }
  const opened = (): Promise<Opened> => (opening ??= open())
  const sandbox = async (): Promise<Sandbox> => (await opened()).sandbox
  const playwright = new PlaywrightRuns({ runtimes, sandbox, egress, clock, log })
  return {
    playwright,
    apiScripts: new ApiScripts({
      runtimes,
      findProblem: async () => {
        const { level, reason } = (await opened()).sandbox.status
        return level === null ? reason : null
      },
      takeProcess: async (runtime) => (await opened()).takeProcess(runtime),
      clock,
    }),
    close: async () => {
      await Promise.all([...pools, playwright].map((pool) => pool.close()))
      if (opening !== null) await opening.then(({ sandbox }) => sandbox.close()).catch(() => {})
    },
  }
}

interface Opened {
  readonly sandbox: Sandbox
  readonly takeProcess: ReturnType<typeof takeFromPools>
}

function databaseEndpoint(databaseUrl: string | null): OwnEndpoint[] {
  const url = databaseUrl === null ? null : URL.parse(databaseUrl)
  return url === null || url.hostname === '' ? [] : [{ port: Number(url.port || '5432') }]
}
