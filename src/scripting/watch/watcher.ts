import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { EndCause, SandboxLimits } from '../sandbox.ts'
import type { WatchedTree } from './usage-watch.ts'
import type { WatchAnswer, WatchOrder, WatchResult } from './watch-messages.ts'

const program = new URL('./watcher-program.ts', import.meta.url)
const restartMs = 200
/** A process that has nothing to watch for so long ends, and the next run starts another; it needs 25 MB. */
const defaultIdleMs = 30_000

/** One run that is watched. */
export interface RunWatch {
  setLimits(limits: SandboxLimits): void
  /** Call it when the run has ended: ends watching, and resolves with what was found. Never rejects. */
  finish(): Promise<WatchResult>
}

interface Entry {
  tree: WatchedTree
  readonly onExceeded: (cause: EndCause) => void
  resolve: ((result: WatchResult) => void) | null
}

const nothingFound: WatchResult = { cause: null, usage: { peakMemoryBytes: 0, cpuSeconds: 0 } }

/**
 * Watches the limits of runs in a separate process, which ends the runs that exceed them whatever this one does
 * meanwhile. A watcher that ends is replaced, and continues with the runs there are.
 */
export class Watcher {
  readonly #runs = new Map<number, Entry>()
  #child: ChildProcess | null = null
  #lastId = 0
  #idle: NodeJS.Timeout | undefined
  readonly #idleMs: number
  #isClosed = false

  constructor({ idleMs = defaultIdleMs }: { readonly idleMs?: number } = {}) {
    this.#idleMs = idleMs
  }

  /** `onExceeded` is called once, when the end of the run has begun. */
  watch(tree: WatchedTree, onExceeded: (cause: EndCause) => void): RunWatch {
    this.#lastId += 1
    const id = this.#lastId
    const entry: Entry = { tree, onExceeded, resolve: null }
    this.#runs.set(id, entry)
    if (this.#child) this.#send({ watch: id, tree })
    else this.#start()
    this.#keepProcess()
    return {
      setLimits: (limits) => {
        entry.tree = { ...entry.tree, limits }
        this.#send({ limit: id, limits })
      },
      finish: () => this.#finish(id, entry),
    }
  }

  /** Ends the process. Runs must have ended before. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#idle)
    this.#child?.disconnect()
  }

  #start(): void {
    if (this.#isClosed) return
    const child = fork(program, [], {
      execArgv: ['--max-old-space-size=128', '--max-semi-space-size=1'],
      env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      // Not in the process group of the service, so that Ctrl-C does not end it before the runs.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    child.on('message', (message) => this.#receive(asAnswer(message)))
    child.on('error', () => {})
    child.once('close', () => this.#child === child && this.#replace())
    child.unref()
    this.#keepProcess()
    for (const [id, { tree }] of this.#runs) this.#send({ watch: id, tree })
  }

  #replace(): void {
    this.#child = null
    for (const [id, { resolve }] of this.#runs)
      if (resolve) {
        this.#runs.delete(id)
        resolve(nothingFound)
      }
    if (this.#runs.size > 0) setTimeout(() => this.#child ?? this.#start(), restartMs)
  }

  #finish(id: number, entry: Entry): Promise<WatchResult> {
    return new Promise((resolve) => {
      entry.resolve = resolve
      if (this.#child?.connected) return this.#send({ finish: id })
      this.#runs.delete(id)
      resolve(nothingFound)
    })
  }

  /** Only while runs are watched does the channel keep this process from ending. */
  #keepProcess(): void {
    clearTimeout(this.#idle)
    if (this.#runs.size > 0) return this.#child?.channel?.ref()
    this.#child?.channel?.unref()
    this.#idle = setTimeout(() => this.#endProcess(), this.#idleMs).unref()
  }

  #endProcess(): void {
    const child = this.#child
    this.#child = null
    if (child?.connected) child.disconnect()
  }

  #send(order: WatchOrder): void {
    // When it is not connected, its end follows, and its successor is told everything.
    if (this.#child?.connected) this.#child.send(order, () => {})
  }

  #receive(answer: WatchAnswer): void {
    if ('exceeded' in answer) return this.#runs.get(answer.exceeded)?.onExceeded(answer.cause)
    const entry = this.#runs.get(answer.finished)
    this.#runs.delete(answer.finished)
    this.#keepProcess()
    entry?.resolve?.(answer.result)
  }
}

/** The messages of the program. */
function asAnswer(message: unknown): WatchAnswer {
  return message as WatchAnswer
}
