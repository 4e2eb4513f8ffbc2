import { Builder } from 'flatbuffers'
import { writeReason } from '#contract/reasons'
import { JsonNumber } from '#kernel'
import { SchemaProblem } from '../schema-problem.ts'
import { elementSize, enumOf, objectOf, typeFieldOf } from './decode-flat.ts'
import type { FlatEnum, FlatField, FlatObject, FlatSchema, FlatType, FlatValue } from './flat-schema.ts'
import { baseTypes, scalars } from './scalars.ts'

const maxDepth = 64
const maxStructBytes = 65_536
/** The limit for one message: bytes written, and fields read. */
const maxWork = 4 * 1024 * 1024
/** The highest slot of a table: vtables are at most 64 kB. */
const maxSlot = 32_000

type Json = Readonly<Record<string, unknown>>
/** How a value that is no part of its table was written, or the bytes of one that is. */
type Written = { readonly offset: number } | { readonly bytes: Uint8Array; readonly alignment: number }

/** A message in JSON as a buffer. Throws a SchemaProblem when it does not fit its schema. */
export function encodeFlat(schema: FlatSchema, object: FlatObject, json: unknown): Uint8Array {
  const encoder = new FlatEncoder(schema)
  return encoder.finish(object, json)
}

class FlatEncoder {
  readonly #schema: FlatSchema
  readonly #builder = new Builder(1024)
  #work = maxWork

  constructor(schema: FlatSchema) {
    this.#schema = schema
  }

  finish(object: FlatObject, json: unknown): Uint8Array {
    this.#builder.finish(this.#table(object, json, { path: '', depth: 0 }))
    return this.#builder.asUint8Array()
  }

  #count(work: number): void {
    this.#work -= work
    if (this.#work < 0) throw new SchemaProblem(writeReason('MESSAGE_TOO_LARGE'))
  }

  #table(object: FlatObject, json: unknown, place: Place): number {
    this.#count(1 + object.fields.length)
    const values = objectIn(json, place)
    rejectUnknown(object, values, place)
    // What is not in the table itself must be written before it.
    const written = object.fields.flatMap((field) => {
      const value = values[field.name]
      if (value === undefined || value === null) {
        if (field.isRequired)
          throw new SchemaProblem(writeReason('FIELD_REQUIRED', { name: pathOf(place, field.name) }))
        return []
      }
      return [[field, this.#field({ object, field, values }, value, inside(place, field.name))] as const]
    })
    const lastSlot = Math.max(-1, ...object.fields.map(({ slot }) => slot))
    if (lastSlot > maxSlot)
      throw new SchemaProblem(writeReason('FIELD_NUMBER_TOO_HIGH', { name: object.name, count: lastSlot }))
    this.#count(2 * (lastSlot + 1))
    this.#builder.startObject(lastSlot + 1)
    for (const [field, value] of written) this.#put(field.slot, value)
    return this.#builder.endObject()
  }

  #put(slot: number, value: Written): void {
    const builder = this.#builder
    if ('offset' in value) builder.addOffset(value.offset)
    else this.#bytes(value)
    builder.slot(slot)
  }

  /** Buffers are written from their end. */
  #bytes({ bytes, alignment }: Extract<Written, { bytes: Uint8Array }>): void {
    this.#builder.prep(alignment, bytes.length)
    for (const byte of bytes.toReversed()) this.#builder.writeInt8(byte)
  }

  #field({ object, field, values }: Owner, value: unknown, place: Place): Written {
    const { type } = field
    if (type.base === baseTypes.union || type.element === baseTypes.union) this.#count(object.fields.length)
    if (type.base === baseTypes.union) {
      const kind = values[typeFieldOf(object, field).name]
      return { offset: this.#member(type, kind, { value, place }) }
    }
    if (type.base !== baseTypes.vector) return this.#value(type.base, type, { value, place })
    const kinds = type.element === baseTypes.union ? listIn(values[typeFieldOf(object, field).name], place) : []
    return { offset: this.#vector(type, kinds, { items: listIn(value, place), place }) }
  }

  #value(base: number, type: FlatType, { value, place }: Given): Written {
    if (base === baseTypes.string) return { offset: this.#builder.createString(textIn(value, place)) }
    if (base !== baseTypes.object) return this.#scalar(base, type, { value, place })
    const object = objectOf(this.#schema, type.index)
    if (object.isStruct) return this.#struct(object, { value, place })
    return { offset: this.#table(object, value, place) }
  }

  #scalar(base: number, { index }: FlatType, { value, place }: Given): { bytes: Uint8Array; alignment: number } {
    const scalar = scalars.get(base)
    if (scalar === undefined) throw new SchemaProblem(writeReason('HAS_UNKNOWN_TYPE', { name: place.path, type: base }))
    const bytes = new Uint8Array(scalar.size)
    const number =
      scalar.range === undefined ? realIn(value, place) : this.#whole(index, { value, place }, scalar.range)
    scalar.write(new DataView(bytes.buffer), 0, number)
    return { bytes, alignment: scalar.size }
  }

  #whole(index: number, { value, place }: Given, [least, greatest]: readonly [bigint, bigint]): bigint {
    const named = typeof value === 'string' ? this.#schema.enums[index]?.byName.get(value)?.value : undefined
    const number = named ?? wholeIn(value, place)
    if (number < least || number > greatest)
      throw new SchemaProblem(writeReason('OUT_OF_RANGE', { name: place.path, least, greatest }))
    return number
  }

  #struct(object: FlatObject, { value, place }: Given): { bytes: Uint8Array; alignment: number } {
    const values = objectIn(value, place)
    rejectUnknown(object, values, place)
    if (object.size < 0 || object.size > maxStructBytes)
      throw new SchemaProblem(writeReason('TOO_LARGE', { name: object.name }))
    this.#count(object.size + object.fields.length)
    const bytes = new Uint8Array(object.size)
    for (const field of object.fields) {
      const own = values[field.name]
      if (own === undefined) throw new SchemaProblem(writeReason('FIELD_REQUIRED', { name: pathOf(place, field.name) }))
      bytes.set(this.#inline(field.type, own, inside(place, field.name)), field.offset)
    }
    return { bytes, alignment: alignmentOf(object) }
  }

  /** The bytes of a value in a struct. */
  #inline(type: FlatType, value: unknown, place: Place): Uint8Array {
    if (type.base !== baseTypes.array) return bytesOf(this.#value(type.base, type, { value, place }), place)
    const items = listIn(value, place)
    if (items.length !== type.fixedLength)
      throw new SchemaProblem(writeReason('ITEMS_NEEDED', { name: place.path, count: type.fixedLength }))
    const parts = items.map((item) => bytesOf(this.#value(type.element, type, { value: item, place }), place))
    return Buffer.concat(parts)
  }

  #vector(
    type: FlatType,
    kinds: readonly unknown[],
    { items, place }: { readonly items: readonly unknown[]; readonly place: Place },
  ): number {
    const written = items.map((value, index): Written => {
      const at = inside(place, String(index))
      return type.element === baseTypes.union
        ? { offset: this.#member(type, kinds[index], { value, place: at }) }
        : this.#value(type.element, type, { value, place: at })
    })
    const size = elementSize(this.#schema, type)
    this.#count(size * items.length)
    const [first] = written
    const alignment = first !== undefined && 'bytes' in first ? first.alignment : 4
    this.#builder.startVector(size, items.length, alignment)
    for (const value of written.toReversed())
      if ('offset' in value) this.#builder.addOffset(value.offset)
      else for (const byte of value.bytes.toReversed()) this.#builder.writeInt8(byte)
    return this.#builder.endVector()
  }

  #member({ index }: FlatType, kind: unknown, { value, place }: Given): number {
    const union = enumOf(this.#schema, index)
    const { type } = memberOf(union, kind) ?? { type: null }
    if (type?.base === baseTypes.string) return this.#builder.createString(textIn(value, place))
    if (type?.base !== baseTypes.object)
      throw new SchemaProblem(
        writeReason('UNION_TYPE_INVALID', { name: place.path, list: [...union.byName.keys()].slice(0, 10).join(', ') }),
      )
    return this.#table(objectOf(this.#schema, type.index), value, place)
  }
}

interface Place {
  /** Of the value in the message, for people. */
  readonly path: string
  readonly depth: number
}
interface Given {
  readonly value: unknown
  readonly place: Place
}
interface Owner {
  readonly object: FlatObject
  readonly field: FlatField
  readonly values: Json
}

/** By its name, or its number as JSON has it. */
function memberOf(union: FlatEnum, kind: unknown): FlatValue | undefined {
  if (typeof kind === 'string') return union.byName.get(kind)
  return typeof kind === 'number' && Number.isInteger(kind) ? union.byValue.get(BigInt(kind)) : undefined
}

const pathOf = ({ path }: Place, name: string): string => (path === '' ? name : `${path}.${name}`)

function inside(place: Place, name: string): Place {
  const depth = place.depth + 1
  if (depth > 2 * maxDepth) throw new SchemaProblem(writeReason('NESTED_TOO_DEEP', { count: maxDepth }))
  return { path: pathOf(place, name), depth }
}

function rejectUnknown({ name, fields }: FlatObject, values: Json, place: Place): void {
  const known = new Set(fields.filter(({ isDeprecated }) => !isDeprecated).map((field) => field.name))
  const unknown = Object.keys(values).find((key) => !known.has(key))
  if (unknown !== undefined)
    throw new SchemaProblem(writeReason('FIELD_UNKNOWN', { name, field: pathOf(place, unknown) }))
}

function alignmentOf({ name, alignment }: FlatObject): number {
  if ([1, 2, 4, 8, 16].includes(alignment)) return alignment
  throw new SchemaProblem(writeReason('ALIGNMENT_INVALID', { name, count: alignment }))
}

function bytesOf(written: Written, { path }: Place): Uint8Array {
  if ('bytes' in written) return written.bytes
  throw new SchemaProblem(writeReason('NOT_IN_STRUCT', { name: path }))
}

function objectIn(value: unknown, { path }: Place): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new SchemaProblem(writeReason('OBJECT_NEEDED', { name: path || 'the message' }))
}

function listIn(value: unknown, { path }: Place): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new SchemaProblem(writeReason('LIST_NEEDED', { name: path }))
}

function textIn(value: unknown, { path }: Place): string {
  if (typeof value === 'string') return value
  throw new SchemaProblem(writeReason('TEXT_NEEDED', { name: path }))
}

function realIn(value: unknown, { path }: Place): number {
  if (typeof value === 'number') return value
  if (value instanceof JsonNumber && Number.isFinite(Number(String(value)))) return Number(String(value))
  throw new SchemaProblem(writeReason('NUMBER_NEEDED', { name: path }))
}

function wholeIn(value: unknown, { path }: Place): bigint {
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value)
  if ((typeof value === 'string' || value instanceof JsonNumber) && /^-?\d{1,20}$/.test(String(value)))
    return BigInt(String(value))
  throw new SchemaProblem(writeReason('WHOLE_NUMBER_NEEDED', { name: path }))
}
