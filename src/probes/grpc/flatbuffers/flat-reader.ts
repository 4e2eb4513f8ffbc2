import { writeReason } from '#contract/reasons'
import { SchemaProblem } from '../schema-problem.ts'

/** Of one buffer, however often its parts are referred to. */
const maxValues = 100_000
const maxCharacters = 8 * 1024 * 1024

/** The start of the first element, and how many there are. */
export interface FlatVector {
  readonly start: number
  readonly length: number
}

/**
 * Reads an untrusted buffer of FlatBuffers: each read is inside of the buffer, and parts that refer to each other cannot
 * make it endless. Throws a RangeError or a SchemaProblem.
 */
export class FlatReader {
  readonly view: DataView
  readonly #bytes: Uint8Array
  #values = maxValues
  #characters = maxCharacters

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Counts a value that is read. */
  count(values = 1): void {
    this.#values -= values
    if (this.#values < 0) throw new SchemaProblem(writeReason('TOO_MANY_VALUES', { count: maxValues }))
  }

  root(): number {
    return this.indirect(0)
  }

  indirect(position: number): number {
    return position + this.view.getUint32(position, true)
  }

  /** Where a field of a table is; null when it is absent. `slot` counts from 0. */
  field(table: number, slot: number): number | null {
    const vtable = table - this.view.getInt32(table, true)
    const entry = 4 + 2 * slot
    if (entry >= this.view.getUint16(vtable, true)) return null
    const offset = this.view.getUint16(vtable + entry, true)
    return offset === 0 ? null : table + offset
  }

  vector(position: number): FlatVector {
    const at = this.indirect(position)
    const length = this.view.getUint32(at, true)
    this.count(length)
    return { start: at + 4, length }
  }

  string(position: number): string {
    const at = this.indirect(position)
    const length = this.view.getUint32(at, true)
    this.#characters -= length
    if (this.#characters < 0 || at + 4 + length > this.#bytes.byteLength)
      throw new SchemaProblem(writeReason('TEXT_TOO_LONG'))
    return new TextDecoder().decode(this.#bytes.subarray(at + 4, at + 4 + length))
  }
}
