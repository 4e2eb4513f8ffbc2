import type { Clock, Log } from '#kernel'
import {
  AgentSessions,
  ApiScripts,
  PlaywrightRuns,
  SandboxPool,
  SuiteRuns,
  findNpm,
  readAuthorities,
  takeFromPools,
} from '#scripting'
import type { Runtimes, Sandbox, SharedArchives } from '#scripting'
import type { Egress } from '#egress'
import type { ScriptSandbox } from './script-sandbox.ts'

interface Inputs {
  readonly sandbox: ScriptSandbox
  readonly runtimes: Runtimes
  /** How many processes wait for scripts. */
  readonly settings: { readonly waitingScripts: number }
  readonly egress: Egress
  readonly clock: Clock
  readonly log: Log
  /** The program that records videos. */
  readonly encoder: string | null
  /** Where suites keep their dependencies for later runs; null: they do not. */
  readonly dependencyCache: string | null
  /** Where other machines find them; absent: nowhere. */
  readonly sharedDependencies?: SharedArchives
}

export interface MachineScripts {
  readonly apiScripts: ApiScripts
  readonly playwright: PlaywrightRuns
  readonly suites: SuiteRuns
  readonly agentSessions: AgentSessions
  /** Ends every process of scripts. */
  close(): Promise<void>
}

/** Runs scripts on this machine. The processes start with the first script. */
export function createApiScripts(inputs: Inputs): MachineScripts {
  const { sandbox, runtimes, settings, egress, clock, log, encoder, dependencyCache, sharedDependencies } = inputs
  const pools: SandboxPool[] = []
  const createPool = (command: ConstructorParameters<typeof SandboxPool>[0]['command']): SandboxPool => {
    const pool = new SandboxPool({ clock, sandbox, command, size: 2 * settings.waitingScripts, log })
    pools.push(pool)
    return pool
  }
  const takeProcess = takeFromPools({
    egress,
    createPool,
    startLimits: (process: Awaited<ReturnType<SandboxPool['take']>>, changed) => sandbox.startLimits(process, changed),
  })
  const examined = async (): Promise<Sandbox> => {
    await sandbox.examine()
    return sandbox
  }
  const playwright = new PlaywrightRuns({
    runtimes,
    sandbox: examined,
    egress,
    clock,
    log,
    waiting: settings.waitingScripts,
    encoder,
  })
  const apiScripts = new ApiScripts({
    runtimes,
    findProblem: async () => {
      const { level, reason } = await sandbox.examine()
      return level === null ? reason : null
    },
    takeProcess,
    clock,
  })
  const npm = findNpm(process.env['PATH'] ?? '')
  return {
    playwright,
    suites: new SuiteRuns({
      runtimes,
      sandbox: examined,
      egress,
      clock,
      npm,
      authorities: readAuthorities(process.env),
      ...(dependencyCache !== null && { cacheDirectory: dependencyCache }),
      ...(sharedDependencies && { sharedDependencies }),
    }),
    agentSessions: new AgentSessions({ runtimes, sandbox: examined, egress, clock }),
    apiScripts,
    close: async () => {
      await Promise.all([...pools, playwright].map((pool) => pool.close()))
      await sandbox.close()
      await apiScripts.finished()
    },
  }
}
