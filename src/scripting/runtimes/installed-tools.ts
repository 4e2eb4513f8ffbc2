import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { writeReason } from '#contract/reasons'
import { backoffMs, backoffPolicies } from '#kernel'
import { manifestName, requirePrivate } from './find-installed.ts'
import { runInstallation } from './installation.ts'
import { RuntimeProblem } from './runtime-problem.ts'
import { requirePlatform, unlessAborted } from './installing.ts'
import type { RuntimesOptions } from './runtimes.ts'
import { readToolSource, toolPrograms } from './suite-tool-source.ts'
import type { SuiteToolId, SuiteToolSource } from './suite-tool-source.ts'

/** An engine or the package managers, ready for use. */
export interface InstalledTool {
  readonly id: SuiteToolId
  /** Every user may read it. */
  readonly directory: string
  readonly program: string
}

/** The manifest of an installed tool. */
export interface ToolManifest {
  readonly id: SuiteToolId
}

export interface SuiteToolbox {
  /** A tool that is installed; null when it is not. */
  find(id: SuiteToolId): InstalledTool | null
  /**
   * A tool, installed first when it is missing. Rejects with a `RuntimeProblem` when that fails or has failed a moment ago,
   * and with the reason of `signal` when that is aborted; the installation goes on then.
   */
  get(id: SuiteToolId, signal?: AbortSignal): Promise<InstalledTool>
}

type Options = Omit<RuntimesOptions, 'chromiumPath' | 'sourceOf'> & {
  readonly toolSourceOf?: (id: SuiteToolId) => SuiteToolSource
}

interface Failed {
  readonly problem: unknown
  readonly count: number
  readonly until: number
}

/** The tools of this machine, in the directory of its runtimes. */
export class InstalledTools implements SuiteToolbox {
  readonly #options: Options
  readonly #attempts = new Map<SuiteToolId, Promise<InstalledTool>>()
  readonly #failed = new Map<SuiteToolId, Failed>()
  readonly #sources = new Map<SuiteToolId, SuiteToolSource>()

  constructor(options: Options) {
    this.#options = options
  }

  find(id: SuiteToolId): InstalledTool | null {
    const directory = path.join(this.#options.directory, this.#source(id).name)
    const program = path.join(directory, toolPrograms[id])
    if (!existsSync(path.join(directory, manifestName)) || !existsSync(program)) return null
    requirePrivate(directory)
    return { id, directory, program }
  }

  async get(id: SuiteToolId, signal?: AbortSignal): Promise<InstalledTool> {
    const found = this.find(id)
    if (found !== null) return found
    const failed = this.#failed.get(id)
    if (failed !== undefined && this.#options.clock.now() < failed.until) throw failed.problem
    const attempt = this.#attempts.get(id) ?? this.#attempt(id).finally(() => this.#attempts.delete(id))
    this.#attempts.set(id, attempt)
    return unlessAborted(attempt, signal)
  }

  async #attempt(id: SuiteToolId): Promise<InstalledTool> {
    try {
      const tool = await this.#install(id)
      this.#failed.delete(id)
      return tool
    } catch (problem) {
      const count = (this.#failed.get(id)?.count ?? 0) + 1
      const until = this.#options.clock.now() + backoffMs(backoffPolicies.runtimeInstallation, count)
      this.#failed.set(id, { problem, count, until })
      throw problem
    }
  }

  async #install(id: SuiteToolId): Promise<InstalledTool> {
    const { directory, environment, mayInstall, signal, log } = this.#options
    requirePlatform()
    if (!mayInstall) throw new RuntimeProblem('INSTALLATION_OFF', writeReason('TOOL_FORBIDDEN', { name: id }))
    await mkdir(directory, { recursive: true })
    await runInstallation(this.#source(id), { root: directory, environment, report: () => {}, signal })
    const found = this.find(id)
    if (found === null)
      throw new RuntimeProblem('INSTALLATION_FAILED', writeReason('TOOL_NOT_FOUND', { name: id, path: directory }))
    log.info({ tool: id }, 'A tool of suites is installed.')
    return found
  }

  #source(id: SuiteToolId): SuiteToolSource {
    const source = this.#sources.get(id) ?? (this.#options.toolSourceOf ?? readToolSource)(id)
    this.#sources.set(id, source)
    return source
  }
}
