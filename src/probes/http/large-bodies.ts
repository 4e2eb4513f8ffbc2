import { FairQueue } from '#kernel'
import type { Clock } from '#kernel'

/** Bodies up to this size need no permission, in every run at once. */
export const freeBodyBytes = 256 * 1024

/** The permission of one run to store a large body. */
export interface LargeBody {
  readonly freeBytes: number
  /** Resolves when there is room; never, when first called after the release. Repeated calls cost nothing. */
  readonly admit: () => Promise<void>
  /** How long the run waited for room, in milliseconds, which is not part of the response time. */
  readonly waitedMs: () => number
  /** Releases the room, or the position in the queue. */
  readonly release: () => void
}

/**
 * Limits how many runs store a large body at the same time. Otherwise a few hundred runs against targets that answer
 * with 25 MB would need more memory than the machine has, and end every other check with them. Accounts take turns, and
 * none has all of the room, because a target may let a run keep its slot until the run times out.
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

  open(accountId: string, clock: Clock): LargeBody {
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
        const waitingSince = clock.activeMs()
        const proceed = (): void => {
          waitedMs = clock.activeMs() - waitingSince
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
        // A body that is still being decoded for a finished run must not take room that nothing would release.
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
