import { LRUCache } from 'lru-cache'
import type { DetailBase } from './detail-bases.ts'

interface KeptBase {
  readonly id: string
  /** Its bytes as characters: a small buffer is part of a large one, all of which it would keep in memory. */
  readonly bytes: string
}

const entryBytes = 300
const sizeOf = ({ bytes }: KeptBase): number => bytes.length + entryBytes

/**
 * One of so many new bases takes the place of the longest unused once they are as many as fit. Checks take turns, so if
 * each new one did, every base would be gone before its check runs again.
 */
const replacedOneIn = 32

/** The bases of checks, in at most so many bytes. */
export class BaseCache {
  readonly #bases: LRUCache<string, KeptBase>
  readonly #maxBytes: number
  #refused = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#bases = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf })
  }

  get(checkId: string): DetailBase | undefined {
    const kept = this.#bases.get(checkId)
    return kept && { id: kept.id, text: Buffer.from(kept.bytes, 'latin1') }
  }

  set(checkId: string, { id, text }: DetailBase): void {
    const base = { id, bytes: text.toString('latin1') }
    const fits = this.#bases.has(checkId) || this.#bases.calculatedSize + sizeOf(base) <= this.#maxBytes
    if (!fits) this.#refused = (this.#refused + 1) % replacedOneIn
    if (fits || this.#refused === 0) this.#bases.set(checkId, base)
  }
}
