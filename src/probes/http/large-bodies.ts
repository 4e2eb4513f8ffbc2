import { FairQueue, activeNow } from '#kernel'

/** Bodies up to this size are kept without asking, by every run at once. */
export const freeBodyBytes = 256 * 1024

/** Leave of one run to keep a large body. */
export interface LargeBody {
  readonly freeBytes: number
  /** Resolves when there is room; never, when first asked after the release. Asking again costs nothing. */
  readonly admit: () => Promise<void>
  /** How long the run waited for room, in milliseconds: it says nothing about the target. */
  readonly waitedMs: () => number
  /** Gives the room back, or the place in the queue. */
  readonly release: () => void
}

/**
 * Lets only so many runs keep a large body at the same time. Otherwise a few hundred runs against targets that answer
 * with 25 MB would need more memory than the machine has, and end every other check with them. Accounts take turns, and
 * none has all of the room, because a target may let a run keep its place until the run times out.
 */
export class LargeBodies {
  readonly #waiting = new FairQueue<() => void>()
  readonly #held = new Map<string, number>()
  readonly #ofOneAccount: number
  #free: number

  constructor(atOnce: number, ofOneAccount = atOnce) {
    this.#free = atOnce
    this.#ofOneAccount = ofOneAccount
  }

  open(accountId: string): LargeBody {
    let admitted: Promise<void> | undefined
    let isHeld = false
    let waitedMs = 0
    let leaveQueue = (): void => {}
    const enter = (): void => {
      isHeld = true
      this.#take(accountId)
    }
    const wait = (): Promise<void> =>
      new Promise((resolve) => {
        const askedAt = activeNow()
        const proceed = (): void => {
          waitedMs = activeNow() - askedAt
          enter()
          resolve()
        }
        this.#waiting.add(accountId, proceed)
        leaveQueue = () => this.#waiting.delete(accountId, proceed)
      })
    return {
      freeBytes: freeBodyBytes,
      admit: () => {
        if (!admitted && this.#hasRoomFor(accountId)) enter()
        return (admitted ??= isHeld ? Promise.resolve() : wait())
      },
      waitedMs: () => waitedMs,
      release: () => {
        leaveQueue()
        // What is still being decoded for a run that is over must not take room that nobody would give back.
        admitted ??= new Promise(() => {})
        if (!isHeld) return
        isHeld = false
        this.#giveBack(accountId)
      },
    }
  }

  #hasRoomFor = (accountId: string): boolean => this.#free > 0 && (this.#held.get(accountId) ?? 0) < this.#ofOneAccount

  #take(accountId: string): void {
    this.#free -= 1
    this.#held.set(accountId, (this.#held.get(accountId) ?? 0) + 1)
  }

  #giveBack(accountId: string): void {
    const left = (this.#held.get(accountId) ?? 0) - 1
    if (left > 0) this.#held.set(accountId, left)
    else this.#held.delete(accountId)
    this.#free += 1
    this.#waiting.take(this.#hasRoomFor)?.()
  }
}

const largeBodiesAtOnce = 8
const largeBodiesOfOneAccount = 6

/** Memory belongs to the process, so all its runs share the room. */
export const largeBodies = new LargeBodies(largeBodiesAtOnce, largeBodiesOfOneAccount)
