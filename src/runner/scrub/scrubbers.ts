import { FairQueue, minuteMs } from '#kernel'
import type { Clock, Timer } from '#kernel'
import { WorkProcess } from '#processes'
import type { WorkLimits } from '#processes'
import { isScrubbedAtOnce, scrubFile } from './scrub-file.ts'
import type { ScrubbedFile } from './scrub-file.ts'
import { ArchiveProblem } from './archive-problem.ts'
import type { ScrubAnswer, ScrubOrder } from './scrub-program.ts'

export interface ScrubbersOptions extends WorkLimits {
  readonly processes: number
  /** Without work for so long, the processes end. */
  readonly idleMs: number
}

export const defaultScrubbers: ScrubbersOptions = {
  processes: 2,
  timeLimitMs: 2 * minuteMs,
  memoryBytes: 1024 ** 3,
  idleMs: minuteMs,
}

const program = new URL('./scrub-program.ts', import.meta.url)
type Scrubbing = WorkProcess<ScrubOrder, ScrubAnswer>

/** The owner of a file. */
export interface ScrubScope {
  /** Accounts take turns. */
  readonly accountId: string
  readonly secrets: readonly string[]
  /** For copies; private to this process. */
  readonly directory: string
}

/**
 * Removes secrets from the files of runs: from small texts directly, from everything else in separate processes, so that
 * no file delays the runs of others.
 */
export class Scrubbers {
  readonly #clock: Clock
  readonly #options: ScrubbersOptions
  readonly #waiting = new FairQueue<() => void>()
  readonly #busy = new Set<Scrubbing>()
  #resting: Scrubbing[] = []
  #active = 0
  #idle: Timer | undefined
  #isClosed = false

  constructor(clock: Clock, options: ScrubbersOptions = defaultScrubbers) {
    this.#clock = clock
    this.#options = options
  }

  /** Rejects with an ArchiveProblem when the secrets of a file cannot be removed within the limits. */
  async scrub<F extends ScrubbedFile>(file: F, { accountId, secrets, directory }: ScrubScope): Promise<F> {
    if (isScrubbedAtOnce(file, secrets)) return scrubFile(file, secrets, directory)
    await this.#enter(accountId)
    try {
      const order = { file: { name: file.name, bytes: file.bytes }, secrets, directory }
      const bytes = this.#isClosed ? null : await this.#scrubInProcess(order)
      if (bytes === null) throw new ArchiveProblem(`The secrets of ${file.name} cannot be removed within the limits.`)
      return { ...file, bytes }
    } finally {
      this.#leave()
    }
  }

  /** Ends the processes; files they had are not scrubbed. */
  close(): void {
    this.#isClosed = true
    for (const child of this.#busy) child.end()
    this.#rest()
  }

  async #enter(accountId: string): Promise<void> {
    this.#idle?.cancel()
    if (this.#active >= this.#options.processes) return new Promise((resolve) => this.#waiting.add(accountId, resolve))
    this.#active += 1
  }

  #leave(): void {
    const next = this.#waiting.take()
    if (next) return next()
    this.#active -= 1
    if (this.#active === 0 && !this.#isClosed) this.#idle = this.#clock.after(this.#options.idleMs, () => this.#rest())
  }

  async #scrubInProcess(order: ScrubOrder): Promise<ScrubAnswer> {
    this.#resting = this.#resting.filter((child) => !child.hasEnded)
    const child = this.#resting.pop() ?? new WorkProcess<ScrubOrder, ScrubAnswer>(this.#clock, program, this.#options)
    this.#busy.add(child)
    try {
      return await child.work(order)
    } finally {
      this.#busy.delete(child)
      this.#resting.push(child)
    }
  }

  #rest(): void {
    this.#idle?.cancel()
    for (const child of this.#resting) child.end()
    this.#resting = []
  }
}
