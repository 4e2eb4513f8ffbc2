import { writeReason } from '#contract/reasons'
import { SchemaProblem } from '../schema-problem.ts'
import { FlatReader } from './flat-reader.ts'

export interface FlatType {
  readonly base: number
  /** Of vectors and arrays. */
  readonly element: number
  /** Of the object or enum; -1 for none. */
  readonly index: number
  readonly fixedLength: number
}

export interface FlatField {
  readonly name: string
  readonly type: FlatType
  readonly slot: number
  /** In structs. */
  readonly offset: number
  readonly defaultInteger: bigint
  readonly defaultReal: number
  readonly isDeprecated: boolean
  readonly isRequired: boolean
  readonly isOptional: boolean
}

export interface FlatObject {
  readonly name: string
  readonly fields: readonly FlatField[]
  readonly isStruct: boolean
  readonly alignment: number
  readonly size: number
}

export interface FlatValue {
  readonly name: string
  readonly value: bigint
  /** Of the member of a union. */
  readonly type: FlatType | null
}

export interface FlatEnum {
  readonly byName: ReadonlyMap<string, FlatValue>
  readonly byValue: ReadonlyMap<bigint, FlatValue>
}

export interface FlatCall {
  readonly service: string
  readonly name: string
  /** Names of objects. */
  readonly request: string
  readonly response: string
  readonly streaming: string
}

export interface FlatSchema {
  readonly objects: readonly FlatObject[]
  readonly enums: readonly FlatEnum[]
  readonly calls: readonly FlatCall[]
}

/** The layout of a binary schema is that of reflection.fbs: the numbers are the slots of its tables. */
export function readFlatSchema(bytes: Uint8Array): FlatSchema {
  if (Buffer.from(bytes.subarray(4, 8)).toString('latin1') !== 'BFBS')
    throw new SchemaProblem(writeReason('NO_BINARY_SCHEMA'))
  const tables = new Tables(new FlatReader(bytes))
  const root = tables.reader.root()
  return {
    objects: tables.list(root, 0).map((at) => objectAt(tables, at)),
    enums: tables.list(root, 1).map((at) => enumAt(tables, at)),
    calls: tables.list(root, 5).flatMap((at) => callsAt(tables, at)),
  }
}

/** Fields of tables by their slots, with the defaults of reflection.fbs. */
class Tables {
  readonly reader: FlatReader

  constructor(reader: FlatReader) {
    this.reader = reader
  }

  list(table: number, slot: number): number[] {
    const at = this.reader.field(table, slot)
    if (at === null) return []
    const { start, length } = this.reader.vector(at)
    return Array.from({ length }, (_, index) => this.reader.indirect(start + 4 * index))
  }

  text(table: number, slot: number): string {
    const at = this.reader.field(table, slot)
    return at === null ? '' : this.reader.string(at)
  }

  table(table: number, slot: number): number | null {
    const at = this.reader.field(table, slot)
    return at === null ? null : this.reader.indirect(at)
  }

  read<T>(table: number, slot: number, otherwise: T, read: (view: DataView, at: number) => T): T {
    const at = this.reader.field(table, slot)
    return at === null ? otherwise : read(this.reader.view, at)
  }

  flag(table: number, slot: number): boolean {
    return this.read(table, slot, 0, (view, at) => view.getUint8(at)) !== 0
  }
}

const objectAt = (tables: Tables, at: number): FlatObject => ({
  name: tables.text(at, 0),
  fields: tables.list(at, 1).map((field) => fieldAt(tables, field)),
  isStruct: tables.flag(at, 2),
  alignment: tables.read(at, 3, 1, (view, position) => view.getInt32(position, true)),
  size: tables.read(at, 4, 0, (view, position) => view.getInt32(position, true)),
})

const fieldAt = (tables: Tables, at: number): FlatField => ({
  name: tables.text(at, 0),
  type: typeAt(tables, tables.table(at, 1)),
  slot: tables.read(at, 2, 0, (view, position) => view.getUint16(position, true)),
  offset: tables.read(at, 3, 0, (view, position) => view.getUint16(position, true)),
  defaultInteger: tables.read(at, 4, 0n, (view, position) => view.getBigInt64(position, true)),
  defaultReal: tables.read(at, 5, 0, (view, position) => view.getFloat64(position, true)),
  isDeprecated: tables.flag(at, 6),
  isRequired: tables.flag(at, 7),
  isOptional: tables.flag(at, 11),
})

function typeAt(tables: Tables, at: number | null): FlatType {
  if (at === null) throw new SchemaProblem(writeReason('FIELD_WITHOUT_TYPE'))
  return {
    base: tables.read(at, 0, 0, (view, position) => view.getInt8(position)),
    element: tables.read(at, 1, 0, (view, position) => view.getInt8(position)),
    index: tables.read(at, 2, -1, (view, position) => view.getInt32(position, true)),
    fixedLength: tables.read(at, 3, 0, (view, position) => view.getUint16(position, true)),
  }
}

function enumAt(tables: Tables, at: number): FlatEnum {
  const values = tables.list(at, 1).map((value): FlatValue => {
    const type = tables.table(value, 3)
    return {
      name: tables.text(value, 0),
      value: tables.read(value, 1, 0n, (view, position) => view.getBigInt64(position, true)),
      type: type === null ? null : typeAt(tables, type),
    }
  })
  return {
    byName: new Map(values.map((value) => [value.name, value])),
    byValue: new Map(values.map((value) => [value.value, value])),
  }
}

function callsAt(tables: Tables, at: number): FlatCall[] {
  const service = tables.text(at, 0)
  const objectName = (call: number, slot: number): string => {
    const object = tables.table(call, slot)
    return object === null ? '' : tables.text(object, 0)
  }
  return tables.list(at, 1).map((call) => ({
    service,
    name: tables.text(call, 0),
    request: objectName(call, 1),
    response: objectName(call, 2),
    streaming: tables
      .list(call, 3)
      .filter((attribute) => tables.text(attribute, 0) === 'streaming')
      .map((attribute) => tables.text(attribute, 1))
      .join(''),
  }))
}
