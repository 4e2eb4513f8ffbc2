import type { DeploymentResource, DiffEntry } from '#contract'
import { getDeployment, previewDeployment, startDeployment } from '#deployments'
import type { DeploymentTools } from '#deployments'
import { Fault } from '#kernel'
import type { Caller, Log } from '#kernel'
import { failureTexts, mistakeText, refusalTexts } from '#resource-files'
import type { LoadedDirectory } from '#resource-files'
import { accountOf } from './account-of.ts'
import type { ApplySettings } from './account-of.ts'
import { readResources } from './read-resources.ts'

/** unused: no directory is set. pending: it is read, or its deployment or that of another process has not ended. */
export type DirectoryStatus =
  | { readonly state: 'unused' | 'pending' | 'applied' }
  | { readonly state: 'rejected'; readonly mistakes: readonly string[] }

type Resources = Extract<LoadedDirectory, { readonly deployment: unknown }>

/** As in `belfry apply`. Changes of the audit log name the setting. */
const options = { schedules: true, preserves: false }
const requestedBy = {
  actor: { type: 'COMMAND_LINE', id: null, userId: null },
  address: '',
  userAgent: 'BELFRY_APPLY_DIR',
} as const

const loggedMistakes = 50
/** From this status on the files are not to blame. */
const serverFault = 500

/** The directory of BELFRY_APPLY_DIR, applied once after the start of this process. */
export class ResourceDirectory {
  readonly #settings: ApplySettings
  readonly #log: Log
  #status: DirectoryStatus
  #read: LoadedDirectory | null = null
  #started: DeploymentResource | null = null

  constructor(settings: ApplySettings, log: Log) {
    this.#settings = settings
    this.#log = log
    this.#status = { state: settings.applyDir === null ? 'unused' : 'pending' }
  }

  get status(): DirectoryStatus {
    return this.#status
  }

  /**
   * Does what can be done now: until the status is not pending any more, call it again later. Throws only when the
   * database is away.
   */
  async proceed(tools: DeploymentTools): Promise<void> {
    const { applyDir } = this.#settings
    if (applyDir === null || this.#status.state !== 'pending') return
    const read = (this.#read ??= await readResources(applyDir, this.#settings.resourceValues))
    if ('mistakes' in read) return this.#reject(read.mistakes.map(mistakeText))
    try {
      await this.#deploy(tools, read)
    } catch (error) {
      if (!(error instanceof Fault) || error.status >= serverFault) throw error
      // Another process applies the same directory, or somebody deploys: what is left to do is seen afterwards.
      if (error.code !== 'DEPLOYMENT_IN_PROGRESS') this.#reject(refusalTexts(read.locate, error))
    }
  }

  async #deploy(tools: DeploymentTools, read: Resources): Promise<void> {
    const { store, clock, allowances, isDropIn, validate, publicUrl } = tools
    const accountId = await accountOf(store.db, this.#settings)
    if (accountId === null) return this.#reject(['BELFRY_APPLY_ACCOUNT_ID names no account of this installation.'])
    const caller = { accountId, nowMs: clock.now(), isDropIn, ...(allowances && { allowances }) }
    if (this.#started !== null) return this.#follow(tools, caller, { read, started: this.#started })
    const request = { body: read.deployment, options, validate, publicUrl }
    const { diff } = await previewDeployment(store, caller, request)
    if (changesIn(diff) === 0) return this.#applied('The resource files are applied already: nothing changed', 0)
    this.#started = await startDeployment(store, caller, { ...request, requestedBy })
  }

  /** Looks whether the deployment that was started here has ended. */
  async #follow({ store }: DeploymentTools, caller: Caller, { read, started }: Followed): Promise<void> {
    const { status, endedAt, result, error } = await getDeployment(store.db, caller, started)
    if (endedAt === null) return
    if (status === 'SUCCEEDED') return this.#applied('The resource files were applied', changesIn(result?.diff ?? []))
    if (status === 'CANCELLED') return this.#reject(['The deployment was cancelled. The next start applies the files.'])
    this.#reject(failureTexts(read.locate, error?.message ?? 'The deployment failed.'))
  }

  #applied(message: string, changes: number): void {
    this.#status = { state: 'applied' }
    this.#log.info({ directory: this.#settings.applyDir, changes }, message)
  }

  #reject(mistakes: readonly string[]): void {
    this.#status = { state: 'rejected', mistakes }
    const directory = this.#settings.applyDir
    for (const mistake of mistakes.slice(0, loggedMistakes))
      this.#log.error({ directory, mistake }, 'Resource files have a mistake')
    this.#log.error({ directory, mistakes: mistakes.length }, 'The resource files were not applied: nothing changed')
  }
}

interface Followed {
  readonly read: Resources
  readonly started: DeploymentResource
}

const changesIn = (diff: readonly DiffEntry[]): number => diff.filter(({ changed }) => changed).length
