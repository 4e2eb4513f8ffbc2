import { FairQueue } from '#kernel'

/**
 * Limits how many runs have a process for scripts at the same time, because each needs tens of megabytes. Accounts take
 * turns, and none has all of the slots, because a script may keep its slot until it times out.
 */
export class ScriptSlots {
  readonly #waiting = new FairQueue<() => void>()
  readonly #held = new Map<string, number>()
  readonly #ofOneAccount: number
  #free: number

  constructor(atOnce: number, ofOneAccount = atOnce) {
    this.#free = atOnce
    this.#ofOneAccount = ofOneAccount
  }

  /** Resolves with how to release the slot; rejects with the reason of the signal when that aborts first. */
  take(accountId: string, signal: AbortSignal): Promise<() => void> {
    if (this.#hasRoomFor(accountId)) return Promise.resolve(this.#enter(accountId))
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        signal.removeEventListener('abort', leave)
        resolve(this.#enter(accountId))
      }
      const leave = (): void => {
        this.#waiting.delete(accountId, proceed)
        reject(signal.reason)
      }
      this.#waiting.add(accountId, proceed)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  #hasRoomFor = (accountId: string): boolean => this.#free > 0 && (this.#held.get(accountId) ?? 0) < this.#ofOneAccount

  #enter(accountId: string): () => void {
    this.#free -= 1
    this.#held.set(accountId, (this.#held.get(accountId) ?? 0) + 1)
    let isHeld = true
    return () => {
      if (isHeld) this.#leave(accountId)
      isHeld = false
    }
  }

  #leave(accountId: string): void {
    const left = (this.#held.get(accountId) ?? 0) - 1
    if (left > 0) this.#held.set(accountId, left)
    else this.#held.delete(accountId)
    this.#free += 1
    this.#waiting.take(this.#hasRoomFor)?.()
  }
}
