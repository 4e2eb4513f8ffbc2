import { join } from 'node:path'
import { writeReason } from '#contract/reasons'
import type { Clock } from '#kernel'
import { Door } from './door.ts'
import { launchProcess } from './launch-process.ts'
import type { OwnEndpoint } from './own-endpoints.ts'
import { chooseUid } from './choose-uid.ts'
import {
  folderOfProcess,
  makeRunDirectory,
  removeRunDirectory,
  sweepRunDirectories,
  writeRunFiles,
} from './run-directory.ts'
import type { RunDirectory } from './run-directory.ts'
import { RunningProcess } from './running-process.ts'
import { SandboxProblem } from './sandbox.ts'
import type { Sandbox, SandboxCommand, WallLevel, WallStatus } from './sandbox.ts'
import { Watcher } from './watch/watcher.ts'
import { wallCommand } from './wall-command.ts'
import type { WallSettings } from './wall-command.ts'

export interface SandboxSettings {
  readonly clock: Clock
  /** For the directories of runs. What processes that have ended left there is removed. */
  readonly directory: string
  /** Directories of the service, invisible to runs. */
  readonly hidden: readonly string[]
  /** Where the service and its database listen: no run reaches them. */
  readonly ownEndpoints: () => readonly OwnEndpoint[]
  /** Whether scripts run without any isolation when no wall can be built. */
  readonly runsUnisolated?: boolean
  /** Node for the launcher. */
  readonly node?: string
  /** The walls to try, best first. For tests. */
  readonly levels?: readonly WallLevel[]
}

const levels = ['bubblewrap', 'namespaces', 'launcher'] as const
const isRoot = (): boolean => process.getuid?.() === 0

/** Tries the walls, best first, by really starting a process behind each, and returns a sandbox with the first that works. */
export async function createSandbox(settings: SandboxSettings): Promise<Sandbox> {
  await sweepRunDirectories(settings.directory)
  const problems: string[] = []
  const watcher = new Watcher()
  for (const level of settings.levels ?? levels) {
    const sandbox = new WalledSandbox({ settings, watcher, level, problems })
    const problem = await tryWall(sandbox)
    if (problem === null) return sandbox
    problems.push(`${level}: ${problem}`)
  }
  if (settings.runsUnisolated) return new WalledSandbox({ settings, watcher, level: 'unisolated', problems })
  return new WalledSandbox({ settings, watcher, level: null, problems })
}

const trialAnswer = 7
const trialMegabytes = 512

/** Why a wall cannot be built here, or null. */
async function tryWall(sandbox: Sandbox): Promise<string | null> {
  try {
    const started = await sandbox.start({
      program: process.execPath,
      args: ['-e', `process.exit(${trialAnswer})`],
      environment: {},
      readable: [process.execPath],
      network: null,
      limits: {
        wallMs: 20_000,
        cpuSeconds: 20,
        memoryBytes: trialMegabytes * 1024 * 1024,
        processes: 8,
        openFiles: 256,
        diskBytes: 1024 * 1024,
        fileCount: 100,
        outputBytes: 10_000,
      },
    })
    const end = await started.ended
    await started.dispose()
    return end.code === trialAnswer ? null : `${end.cause} ${end.code ?? end.signal ?? ''} ${end.output.trim()}`.trim()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const descriptions: Readonly<Record<WallLevel, string>> = {
  bubblewrap: 'Scripts run behind bubblewrap, with namespaces of their own.',
  namespaces: 'Scripts run in namespaces of their own.',
  launcher:
    'Scripts run behind Landlock and seccomp, without namespaces: they have no sockets, so browsers do not run.',
  unisolated: 'SCRIPTS RUN WITHOUT ISOLATION, because the operator demands it: they can do whatever this service can.',
}

interface WalledSandboxParts {
  readonly settings: SandboxSettings
  readonly watcher: Watcher
  readonly level: WallLevel | null
  readonly problems: readonly string[]
}

class WalledSandbox implements Sandbox {
  readonly status: WallStatus
  readonly #settings: SandboxSettings
  readonly #watcher: Watcher
  readonly #level: WallLevel | null
  readonly #running = new Set<RunningProcess>()

  constructor({ settings, watcher, level, problems }: WalledSandboxParts) {
    this.#settings = settings
    this.#watcher = watcher
    this.#level = level
    this.status = {
      level,
      reason: level === null ? writeReason('NO_ISOLATION', { text: problems.join(' ') }) : descriptions[level],
      details: [...problems],
      network:
        level === 'launcher' || level === null
          ? 'sockets forbidden'
          : level === 'unisolated'
            ? 'open'
            : 'own namespace',
    }
  }

  async start(command: SandboxCommand): Promise<RunningProcess> {
    if (this.#level === null) throw new SandboxProblem(this.status.reason)
    const wall: WallSettings = {
      level: this.#level,
      node: this.#settings.node ?? process.execPath,
      isRoot: isRoot(),
      hidden: this.#settings.hidden,
    }
    const uid = wall.isRoot && wall.level !== 'unisolated' ? chooseUid() : null
    const directory = await makeRunDirectory(folderOfProcess(this.#settings.directory), uid)
    try {
      await writeRunFiles(directory.work, command.files ?? {}, uid)
      return await this.#launch(wall, { command, directory, uid })
    } catch (error) {
      await removeRunDirectory(directory.base)
      throw error
    }
  }

  startLimits(process: RunningProcess, limits: Parameters<RunningProcess['startLimits']>[0]): void {
    process.startLimits(limits)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map((process) => process.dispose()))
    this.#watcher.close()
  }

  async #launch(
    wall: WallSettings,
    run: { readonly command: SandboxCommand; readonly directory: RunDirectory; readonly uid: number | null },
  ): Promise<RunningProcess> {
    const { command, directory } = run
    const built = wallCommand(wall, run)
    const door = command.network && (await this.#openDoor(command.network.egress, directory))
    try {
      const launched = await launchProcess(built, (server) => door?.serve(server))
      const running = new RunningProcess({
        ...launched,
        clock: this.#settings.clock,
        directory,
        workDirectory: built.workDirectory,
        door,
        limits: command.limits,
        watcher: this.#watcher,
        signal: command.signal,
      })
      this.#running.add(running)
      void running.ended.then(() => this.#running.delete(running))
      return running
    } catch (error) {
      await door?.close()
      throw error
    }
  }

  #openDoor(egress: NonNullable<SandboxCommand['network']>['egress'], directory: RunDirectory): Promise<Door> {
    const { clock, ownEndpoints } = this.#settings
    return Door.open({ clock, egress, ownEndpoints }, join(directory.door))
  }
}
