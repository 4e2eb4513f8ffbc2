import { resolve } from 'node:path'
import { buildInterface, readInterface } from '#web-server'
import type { InterfaceState } from '#web-server'
import type { Log } from '#kernel'
import type { Settings } from '../settings/settings.ts'

/** The web interface of this process: built in the background after the start, unless it was built before. */
export class WebInterface {
  state: InterfaceState = null
  readonly #dataDir: string
  readonly #log: Log

  constructor(dataDir: string, log: Log) {
    this.#dataDir = dataDir
    this.#log = log
  }

  /** Null where there is none to serve. */
  static of({ interface: isServed, roles, dataDir }: Settings, log: Log): WebInterface | null {
    return isServed && roles.includes('api') ? new WebInterface(resolve(dataDir), log) : null
  }

  /** Never rejects: what goes wrong is logged and said on the page. */
  async prepare(): Promise<void> {
    try {
      this.state = { files: await readInterface(await buildInterface(this.#dataDir)) }
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      this.state = { problem }
      this.#log.error({ error: problem }, 'The web interface could not be built')
    }
  }
}
