import { readFile, stat } from 'node:fs/promises'
import type { Clock } from '#kernel'

const cacheMs = 5000

/** A small system file, read again when it has changed; checked at most every five seconds. */
export class WatchedFile<T> {
  readonly #clock: Clock
  readonly #path: string
  readonly #parse: (text: string) => T
  #value: T
  #modifiedAt = -1
  #cachedUntil = -Infinity

  constructor(clock: Clock, path: string, parse: (text: string) => T) {
    this.#clock = clock
    this.#path = path
    this.#parse = parse
    this.#value = parse('')
  }

  /** The latest content; before the first read that of an empty file. */
  get latest(): T {
    return this.#value
  }

  /** The parsed file. A file that cannot be read counts as empty. */
  async read(): Promise<T> {
    if (this.#clock.monotonicMs() < this.#cachedUntil) return this.#value
    const modifiedAt = await stat(this.#path).then(
      (found) => found.mtimeMs,
      () => 0,
    )
    if (modifiedAt !== this.#modifiedAt) {
      const text = await readFile(this.#path, 'utf8').catch(() => '')
      this.#value = this.#parse(text)
      this.#modifiedAt = modifiedAt
    }
    this.#cachedUntil = this.#clock.monotonicMs() + cacheMs
    return this.#value
  }
}
