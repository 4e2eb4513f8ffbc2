import { hash } from 'node:crypto'
import { readersOf, settableFieldsOf } from '#contract'
import type { OperationRow } from '#contract'
import type { OperationTable } from './mount-operations.ts'

const known = new WeakMap<OperationTable, ResourceVersions>()

/** One for each table of a process: it goes through the bodies of all operations. */
export function versionsOf(operations: OperationTable): ResourceVersions {
  const versions = known.get(operations) ?? new ResourceVersions(operations)
  known.set(operations, versions)
  return versions
}

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
   * Where a resource can be changed: the version of its settings in an answer that reads it, which stays when nothing but a
   * state or a time differs. Undefined for other operations.
   */
  versionOf(operationId: string, answer: unknown): string | undefined {
    const fields = this.#settable.get(operationId)
    if (fields === undefined) return undefined
    const all = Object.entries(Object(answer))
    // The time of the last change tells changes of secrets, which are not read.
    const settings = all.filter(([name]) => fields.has(name) || name === 'updated_at')
    return hash('sha1', JSON.stringify(settings.length === 0 ? all : settings), 'base64url')
  }
}
