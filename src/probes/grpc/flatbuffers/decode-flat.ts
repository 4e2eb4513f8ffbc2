import { writeReason } from '#contract/reasons'
import { SchemaProblem } from '../schema-problem.ts'
import { FlatReader } from './flat-reader.ts'
import type { FlatEnum, FlatField, FlatObject, FlatSchema, FlatType } from './flat-schema.ts'
import { baseTypes, scalars } from './scalars.ts'

const maxDepth = 64

/** The message in a buffer as JSON. Fields that are absent have their defaults, or are left out where they have none. */
export const decodeFlat = (schema: FlatSchema, object: FlatObject, bytes: Uint8Array): unknown => {
  const reader = new FlatReader(bytes)
  return new FlatDecoder(schema, reader).object(object, reader.root(), 0)
}

class FlatDecoder {
  readonly #schema: FlatSchema
  readonly #reader: FlatReader

  constructor(schema: FlatSchema, reader: FlatReader) {
    this.#schema = schema
    this.#reader = reader
  }

  object(object: FlatObject, at: number, depth: number): Record<string, unknown> {
    if (depth > maxDepth) throw new SchemaProblem(writeReason('NESTED_TOO_DEEP', { count: maxDepth }))
    this.#reader.count(1 + object.fields.length)
    const entries = object.fields
      .filter(({ isDeprecated }) => !isDeprecated)
      .map((field) => [field.name, this.#field(object, field, { at, depth })] as const)
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }

  #field(object: FlatObject, field: FlatField, { at, depth }: Place): unknown {
    const position = object.isStruct ? at + field.offset : this.#reader.field(at, field.slot)
    if (position === null) return this.#defaultOf(field)
    const { type } = field
    if (type.base === baseTypes.union) return this.#union(object, field, { at, depth, position })
    if (type.base === baseTypes.vector) return this.#vector(object, field, { at, depth, position })
    if (type.base === baseTypes.array) return this.#array(type, position, depth)
    return this.#value(type.base, type, { at: position, depth })
  }

  #defaultOf({ type, isOptional, defaultInteger, defaultReal }: FlatField): unknown {
    if (isOptional || !scalars.has(type.base)) return undefined
    const isReal = type.base === baseTypes.float || type.base === baseTypes.double
    return isReal ? realJson(defaultReal) : this.#whole(type.base, type.index, defaultInteger)
  }

  #value(base: number, { index }: FlatType, { at, depth }: Place): unknown {
    if (base === baseTypes.string) return this.#reader.string(at)
    if (base === baseTypes.object) {
      const object = objectOf(this.#schema, index)
      return this.object(object, object.isStruct ? at : this.#reader.indirect(at), depth + 1)
    }
    const scalar = scalars.get(base)
    if (scalar === undefined) throw new SchemaProblem(writeReason('FIELD_TYPE_UNKNOWN', { type: base }))
    const value = scalar.read(this.#reader.view, at)
    return typeof value === 'number' ? realJson(value) : this.#whole(base, index, value)
  }

  #whole(base: number, index: number, value: bigint): unknown {
    if (base === baseTypes.bool) return value !== 0n
    return this.#schema.enums[index]?.byValue.get(value)?.name ?? wholeJson(value)
  }

  #array(type: FlatType, position: number, depth: number): unknown[] {
    const size = elementSize(this.#schema, type)
    this.#reader.count(type.fixedLength)
    return Array.from({ length: type.fixedLength }, (_, index) =>
      this.#value(type.element, type, { at: position + size * index, depth }),
    )
  }

  #vector(object: FlatObject, field: FlatField, { at, depth, position }: FieldPlace): unknown[] {
    const { start, length } = this.#reader.vector(position)
    const { type } = field
    if (type.element === baseTypes.union) {
      this.#reader.count(object.fields.length)
      const typesAt = this.#reader.field(at, typeFieldOf(object, field).slot)
      const types = typesAt === null ? { start: 0, length: 0 } : this.#reader.vector(typesAt)
      return Array.from({ length: Math.min(length, types.length) }, (_, index) => {
        const kind = BigInt(this.#reader.view.getUint8(types.start + index))
        return this.#member(type.index, kind, { at: start + 4 * index, depth })
      })
    }
    const size = elementSize(this.#schema, type)
    return Array.from({ length }, (_, index) => this.#value(type.element, type, { at: start + size * index, depth }))
  }

  #union(object: FlatObject, field: FlatField, { at, depth, position }: FieldPlace): unknown {
    this.#reader.count(object.fields.length)
    const typeAt = this.#reader.field(at, typeFieldOf(object, field).slot)
    const kind = typeAt === null ? 0n : BigInt(this.#reader.view.getUint8(typeAt))
    return this.#member(field.type.index, kind, { at: position, depth })
  }

  /** `at` has the offset of the member. A member that the schema does not know is left out. */
  #member(index: number, kind: bigint, { at, depth }: Place): unknown {
    const type = enumOf(this.#schema, index).byValue.get(kind)?.type
    if (type?.base === baseTypes.string) return this.#reader.string(at)
    if (type?.base !== baseTypes.object) return null
    return this.object(objectOf(this.#schema, type.index), this.#reader.indirect(at), depth + 1)
  }
}

interface Place {
  readonly at: number
  readonly depth: number
}
interface FieldPlace extends Place {
  readonly position: number
}

/** Beyond what JSON numbers hold exactly, as text. */
const wholeJson = (value: bigint): unknown =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value)
const realJson = (value: number): unknown => (Number.isFinite(value) ? value : String(value))

export function objectOf({ objects }: FlatSchema, index: number): FlatObject {
  const object = objects[index]
  if (object === undefined) throw new SchemaProblem(writeReason('TYPE_ABSENT'))
  return object
}

export function enumOf({ enums }: FlatSchema, index: number): FlatEnum {
  const found = enums[index]
  if (found === undefined) throw new SchemaProblem(writeReason('ENUM_ABSENT'))
  return found
}

/** The field beside a union that says which member it is. */
export function typeFieldOf({ fields }: FlatObject, { name }: FlatField): FlatField {
  const found = fields.find((field) => field.name === `${name}_type`)
  if (found === undefined) throw new SchemaProblem(writeReason('UNION_WITHOUT_TYPE', { name }))
  return found
}

/** Bytes of one element of a vector or an array. */
export function elementSize(schema: FlatSchema, { element, index }: FlatType): number {
  if (element !== baseTypes.object) return scalars.get(element)?.size ?? 4
  const object = objectOf(schema, index)
  return object.isStruct ? object.size : 4
}
