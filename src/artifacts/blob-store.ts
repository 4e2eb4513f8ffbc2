import type { Readable } from 'node:stream'

/** Of one object. The id is a uuid v7 that is used once. */
export interface BlobKey {
  readonly accountId: string
  readonly id: string
}

/** Stored content, which can be read more than once. */
export interface BlobContent {
  readonly sizeBytes: number
  /** In hex. An upload whose bytes have another hash fails. */
  readonly sha256: string
  /** The bytes from the start. */
  readonly open: () => Readable
}

/** Both ends are inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export type StoredBlob = BlobKey

/** Why a store cannot do what it was asked for, where nothing else says it. */
export class BlobStoreError extends Error {}

/** Where the bytes of artifacts are. Every method rejects when the store cannot be reached. */
export interface BlobStore {
  /** In words, for people: the directory or the bucket. */
  readonly place: string
  /**
   * Stores an object completely and durably, or not at all. Rejects when `signal` is aborted.
   */
  put(key: BlobKey, content: BlobContent, signal: AbortSignal): Promise<void>
  /** The bytes of an object or of a part of it, which must be within its size; null when there is no such object. */
  get(key: BlobKey, range?: ByteRange): Promise<Readable | null>
  /** Deletes objects; those that do not exist are no error. */
  delete(keys: readonly BlobKey[]): Promise<void>
  /** All objects of this installation, in portions. */
  list(): AsyncIterable<readonly StoredBlob[]>
  /** Deletes what uploads left behind that ended before this time, in epoch milliseconds. */
  deleteLeftovers(beforeMs: number): Promise<void>
  /** Rejects when objects can be neither stored nor read, with a message that says why. */
  check(): Promise<void>
}
