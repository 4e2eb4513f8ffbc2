/** Bodies up to this size are kept without asking, by every run at once. */
export const freeBodyBytes = 256 * 1024

/** Leave of one run to keep a large body. */
export interface LargeBody {
  readonly freeBytes: number
  /** Resolves when there is room. Asking again costs nothing. */
  readonly admit: () => Promise<void>
  /** Gives the room back, or the place in the queue. */
  readonly release: () => void
}

/**
 * Lets only so many runs keep a large body at the same time, in the order they ask. Otherwise a few hundred runs against
 * targets that answer with 25 MB would need more memory than the machine has, and end every other check with them.
 */
export class LargeBodies {
  readonly #waiting = new Set<() => void>()
  #free: number

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  open(): LargeBody {
    let admitted: Promise<void> | undefined
    let isHeld = false
    let leaveQueue = (): void => {}
    const enter = (): void => {
      isHeld = true
      this.#free -= 1
    }
    const wait = (): Promise<void> =>
      new Promise((resolve) => {
        const proceed = (): void => {
          enter()
          resolve()
        }
        this.#waiting.add(proceed)
        leaveQueue = () => void this.#waiting.delete(proceed)
      })
    return {
      freeBytes: freeBodyBytes,
      admit: () => {
        if (!admitted && this.#free > 0) enter()
        return (admitted ??= isHeld ? Promise.resolve() : wait())
      },
      release: () => {
        leaveQueue()
        if (!isHeld) return
        isHeld = false
        this.#free += 1
        this.#admitNext()
      },
    }
  }

  #admitNext(): void {
    const [next] = this.#waiting
    if (!next || this.#free <= 0) return
    this.#waiting.delete(next)
    next()
  }
}

const largeBodiesAtOnce = 8

/** Memory belongs to the process, so all its runs share the room. */
export const largeBodies = new LargeBodies(largeBodiesAtOnce)
