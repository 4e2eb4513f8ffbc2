import { ScalarType } from '@bufbuild/protobuf'
import type { DescField, DescMessage, JsonValue } from '@bufbuild/protobuf'
import { JsonNumber } from '#kernel'

const wholeTypes: ReadonlySet<ScalarType | undefined> = new Set([
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.SINT64,
  ScalarType.FIXED64,
  ScalarType.SFIXED64,
])
const wrapper = /^google\.protobuf\.U?Int64Value$/

/**
 * A message as its encoder takes it, by the value of `parseExactJson`: numbers of 64 bits by their digits, as text, all
 * others as the doubles that they are.
 */
export function messageJson(message: DescMessage, value: unknown): JsonValue {
  if (wrapper.test(message.typeName)) return plain(value, true)
  if (!isObject(value)) return plain(value, false)
  return mapped(value, (item, name) =>
    fieldJson(
      message.fields.find((field) => field.jsonName === name || field.name === name),
      item,
    ),
  )
}

function fieldJson(field: DescField | undefined, value: unknown): JsonValue {
  if (field?.fieldKind === 'list' && Array.isArray(value)) return value.map((item) => memberJson(field, item))
  if (field?.fieldKind === 'map' && isObject(value)) return mapped(value, (item) => memberJson(field, item))
  return field === undefined ? plain(value, false) : memberJson(field, value)
}

const memberJson = (field: DescField, value: unknown): JsonValue =>
  field.message === undefined ? plain(value, wholeTypes.has(field.scalar)) : messageJson(field.message, value)

function plain(value: unknown, keepsDigits: boolean): JsonValue {
  if (Array.isArray(value)) return value.map((item) => plain(item, keepsDigits))
  if (value instanceof JsonNumber) return keepsDigits ? String(value) : Number(String(value))
  return isObject(value) ? mapped(value, (item) => plain(item, keepsDigits)) : scalarIn(value)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)

const mapped = (value: object, change: (item: unknown, name: string) => JsonValue): JsonValue =>
  Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name)]))

/** JSON has no other values. */
const scalarIn = (value: unknown): JsonValue => value as string | number | boolean | null
