import childProcess from 'node:child_process'
import type { ChildProcess, ForkOptions } from 'node:child_process'

type Fork = (script: string, options: ForkOptions) => ChildProcess

/**
 * Starts the process that runs the tests before the runner asks for it, and gives it to the first request. Later requests, after a
 * test that failed or timed out, get a new process with the same preload.
 */
export class WarmWorker {
  /** Resolves when the process has loaded what it needs. */
  readonly started: Promise<void>
  readonly #fork: Fork
  readonly #preload: readonly string[]
  readonly #script: string
  readonly #compiled = process.env['BELFRY_COMPILED_CODE']
  #waiting: ChildProcess | null
  readonly #early: unknown[] = []

  constructor(packages: NodeJS.Require, preload: string) {
    this.#fork = childProcess.fork as unknown as Fork
    this.#preload = [
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
      '--import',
      preload,
    ]
    // Beside a file that is exported; the entry itself is internal, so the version of Playwright is fixed.
    this.#script = packages.resolve('playwright/lib/common/configLoader').replace(/configLoader\.js$/, 'process.js')
    const child = this.#start({
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, BELFRY_WARM_WORKER: '1' },
    })
    this.#waiting = child
    const keep = (message: unknown): void => void this.#early.push(message)
    child.on('message', keep)
    this.started = new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The worker ended with code ${code}.`)))
      child.on('message', (message) => isWarm(message) && resolve())
    })
    childProcess.fork = ((script: string, options: ForkOptions) =>
      this.#give(script, options, keep)) as typeof childProcess.fork
  }

  #start(options: ForkOptions): ChildProcess {
    const env = { ...options.env, BELFRY_COMPILED_CODE: this.#compiled }
    return this.#fork(this.#script, { ...options, env, execArgv: [...process.execArgv, ...this.#preload] })
  }

  #give(script: string, options: ForkOptions, keep: (message: unknown) => void): ChildProcess {
    if (script !== this.#script) return this.#fork(script, options)
    const child = this.#waiting
    if (child === null) return this.#start(options)
    this.#waiting = null
    child.off('message', keep)
    child.send({ environment: options.env })
    // The runner listens as soon as it has the process.
    process.nextTick(() => {
      for (const message of this.#early) if (!isWarm(message)) child.emit('message', message)
    })
    return child
  }
}

const isWarm = (message: unknown): boolean => typeof message === 'object' && message !== null && 'warm' in message
