import { FairQueue } from './fair-queue.ts'
import { Fault } from './fault.ts'

/**
 * Lets few pieces of work run at a time, while the others wait. Groups take turns. When too many wait, the newest of the
 * group with the most is sent away.
 */
export class PasswordTurns {
  readonly #most: { readonly running: number; readonly waiting: number }
  readonly #waiting = new FairQueue<(mayRun: boolean) => void>()
  #running = 0
  #begun = 0

  constructor(most: { readonly running: number; readonly waiting: number }) {
    this.#most = most
  }

  /** How many pieces of work run and wait, and how many have begun so far. */
  get counts(): { readonly running: number; readonly waiting: number; readonly begun: number } {
    return { running: this.#running, waiting: this.#waiting.size, begun: this.#begun }
  }

  /** Throws TOO_MANY_PASSWORDS when it is sent away, and what the work throws. */
  async run<T>(group: string, work: () => Promise<T>): Promise<T> {
    if (!(await this.#enter(group))) throw new Fault('TOO_MANY_PASSWORDS')
    this.#begun += 1
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  async #enter(group: string): Promise<boolean> {
    if (this.#running < this.#most.running) {
      this.#running += 1
      return true
    }
    return new Promise((resolve) => {
      this.#waiting.add(group, resolve)
      if (this.#waiting.size > this.#most.waiting) this.#waiting.takeLastOfLargest()?.(false)
    })
  }

  #leave(): void {
    const next = this.#waiting.take()
    if (next) next(true)
    else this.#running -= 1
  }
}

/**
 * Of this process, for hashing passwords: it takes a thread of the four that files, names and compression use too, so
 * that guesses must leave some of them free. Two take some 40 a second; a request behind 100 others would wait for seconds.
 */
export const passwordTurns = new PasswordTurns({ running: 2, waiting: 100 })
