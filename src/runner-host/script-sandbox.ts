import { join, resolve } from 'node:path'
import { writeReason } from '#contract/reasons'
import type { Clock, Log } from '#kernel'
import type { OwnEndpoint, Sandbox, SandboxCommand, SandboxLimits, SandboxedProcess, WallStatus } from '#scripting'

const notExamined: WallStatus = {
  level: null,
  reason: writeReason('ISOLATION_EXAMINED'),
  details: [],
  network: 'sockets forbidden',
}

export interface ScriptSandboxSettings {
  /** Where runs get their directories. Scripts do not see it. */
  readonly dataDir: string
  /** Whether scripts run even where nothing isolates them. */
  readonly runScriptsWithoutIsolation: boolean
  /** Why no script may run here; absent where scripts may. */
  readonly scriptsForbidden?: string
}

interface SandboxTools {
  readonly clock: Clock
  readonly log: Log
}

/** Starts nothing. */
const forbiddenSandbox = (reason: string): Sandbox => ({
  status: { level: null, reason, details: [], network: 'sockets forbidden' },
  start: async () => {
    const { SandboxProblem } = await import('#scripting')
    throw new SandboxProblem(reason)
  },
  startLimits: () => {},
  close: async () => {},
})

/** The sandbox of this process. The room that builds it is loaded by `examine` or by the first script, not before. */
export class ScriptSandbox implements Sandbox {
  readonly #settings: ScriptSandboxSettings
  readonly #endpoints: readonly OwnEndpoint[]
  readonly #clock: Clock
  readonly #log: Log
  #made: Promise<Sandbox> | null = null
  #sandbox: Sandbox | null = null

  /** `endpoints` are those that scripts must not reach. */
  constructor(settings: ScriptSandboxSettings, endpoints: readonly OwnEndpoint[], { clock, log }: SandboxTools) {
    this.#settings = settings
    this.#endpoints = endpoints
    this.#clock = clock
    this.#log = log
  }

  get status(): WallStatus {
    return this.#sandbox?.status ?? notExamined
  }

  /** Tries the walls of this machine, once. Never rejects. */
  async examine(): Promise<WallStatus> {
    try {
      return (await this.#get()).status
    } catch (error) {
      this.#log.error({ error: String(error) }, 'The sandbox of scripts cannot be examined')
      return this.status
    }
  }

  async start(command: SandboxCommand): Promise<SandboxedProcess> {
    return (await this.#get()).start(command)
  }

  startLimits(process: SandboxedProcess, limits: Partial<SandboxLimits>): void {
    this.#sandbox?.startLimits(process, limits)
  }

  async close(): Promise<void> {
    const sandbox = await this.#made?.catch(() => null)
    await sandbox?.close()
  }

  #get(): Promise<Sandbox> {
    this.#made ??= this.#make().catch((error: unknown) => {
      this.#made = null
      throw error
    })
    return this.#made
  }

  async #make(): Promise<Sandbox> {
    const { dataDir, runScriptsWithoutIsolation, scriptsForbidden } = this.#settings
    if (scriptsForbidden !== undefined) return (this.#sandbox = forbiddenSandbox(scriptsForbidden))
    const { createSandbox } = await import('#scripting')
    this.#sandbox = await createSandbox({
      clock: this.#clock,
      directory: join(resolve(dataDir), 'runs'),
      hidden: [resolve(dataDir), resolve(import.meta.dirname, '../..')],
      ownEndpoints: () => [...this.#endpoints],
      runsUnisolated: runScriptsWithoutIsolation,
    })
    const { level: wall, reason, details } = this.#sandbox.status
    const say = wall === 'unisolated' ? 'error' : wall === null ? 'warn' : 'info'
    this.#log[say]({ wall, reason, details }, 'Isolation of scripts')
    return this.#sandbox
  }
}
