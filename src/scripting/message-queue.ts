/**
 * Values pushed by one side and iterated by the other, in order. Leaving a loop early does not close it, so that one
 * reader may continue where another stopped.
 */
export class MessageQueue<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = []
  readonly #readers: ((result: IteratorResult<T, undefined>) => void)[] = []
  readonly #onRead: (waiting: number) => void
  #isClosed = false

  /** `onRead` is called with the number of values left after one was taken. */
  constructor(onRead: (waiting: number) => void = () => {}) {
    this.#onRead = onRead
  }

  get waiting(): number {
    return this.#waiting.length
  }

  push(value: T): void {
    if (this.#isClosed) return
    const reader = this.#readers.shift()
    if (reader) reader({ value, done: false })
    else this.#waiting.push(value)
  }

  /** Drops the oldest value that nobody has read. */
  dropOldest(): T | undefined {
    return this.#waiting.shift()
  }

  close(): void {
    this.#isClosed = true
    for (const reader of this.#readers.splice(0)) reader({ value: undefined, done: true })
  }

  next(): Promise<IteratorResult<T, undefined>> {
    const value = this.#waiting.shift()
    if (value !== undefined) {
      this.#onRead(this.#waiting.length)
      return Promise.resolve({ value, done: false })
    }
    if (this.#isClosed) return Promise.resolve({ value: undefined, done: true })
    return new Promise((resolve) => this.#readers.push(resolve))
  }

  [Symbol.asyncIterator](): { next: () => Promise<IteratorResult<T, undefined>> } {
    return { next: () => this.next() }
  }
}
