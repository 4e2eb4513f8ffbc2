import { hash } from 'node:crypto'
import { readersOf, settableFieldsOf } from '#contract'
import type { OperationRow } from '#contract'
import { weakTagOf } from './entity-tags.ts'
import type { OperationTable } from './mount-operations.ts'

/** The versions of what can be read and changed: the tags of answers, and what `if-match` compares. */
export class ResourceVersions {
  readonly #readers: ReadonlyMap<OperationRow, string>
  readonly #settable: ReadonlyMap<string, ReadonlySet<string>>

  constructor(operations: OperationTable) {
    this.#readers = readersOf(operations)
    this.#settable = settableFieldsOf(this.#readers)
  }

  /** The id of the operation that reads what a row changes. */
  readerOf(row: OperationRow): string | undefined {
    return this.#readers.get(row)
  }

  /**
   * The tag of an answer (RFC 9110 section 8.8.3). Where the resource can be changed it has a second part, which stays
   * when nothing but a state or a time differs: `W/"<answer>.<settings>"`.
   */
  tagOf(operationId: string, text: string | Buffer): string {
    const tag = weakTagOf(text)
    return this.#settable.has(operationId) ? `${tag.slice(0, -1)}.${this.versionOf(operationId, text)}"` : tag
  }

  /** The second part of a tag. */
  versionOf(readerId: string, text: string | Buffer): string {
    const fields = this.#settable.get(readerId) ?? new Set()
    const answer: unknown = JSON.parse(text.toString())
    const all = Object.entries(Object(answer))
    // The time of the last change tells changes of secrets, which are not read.
    const settings = all.filter(([name]) => fields.has(name) || name === 'updated_at')
    return hash('sha1', JSON.stringify(settings.length === 0 ? all : settings), 'base64url')
  }
}
