import { FairQueue } from './fair-queue.ts'

/** Lets a few accounts work at once, each of them on one thing at a time. Those that wait take turns by account. */
export class AccountTurns {
  readonly #most: number
  readonly #running = new Set<string>()
  readonly #waiting = new FairQueue<() => void>()

  constructor(most: number) {
    this.#most = most
  }

  async run<T>(account: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayGo(account)) this.#running.add(account)
    else await new Promise<void>((resolve) => this.#waiting.add(account, resolve))
    try {
      return await work()
    } finally {
      this.#leave(account)
    }
  }

  #mayGo(account: string): boolean {
    return this.#running.size < this.#most && !this.#running.has(account)
  }

  #leave(account: string): void {
    this.#running.delete(account)
    let chosen = account
    const next = this.#waiting.take((group) => {
      chosen = group
      return !this.#running.has(group)
    })
    if (next === undefined) return
    this.#running.add(chosen)
    next()
  }
}
