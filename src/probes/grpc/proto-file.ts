import { create, toBinary } from '@bufbuild/protobuf'
import {
  DescriptorProtoSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as FieldType,
  FieldDescriptorProtoSchema,
  FieldOptionsSchema,
  FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt'
import type { DescriptorProto, FieldDescriptorProto } from '@bufbuild/protobuf/wkt'
import protobuf from 'protobufjs'
import { writeReason } from '#contract/reasons'
import { SchemaProblem } from './schema-problem.ts'
import { wellKnownFiles } from './well-known-files.ts'

const scalars = new Map<string, FieldType>([
  ['double', FieldType.DOUBLE],
  ['float', FieldType.FLOAT],
  ['int64', FieldType.INT64],
  ['uint64', FieldType.UINT64],
  ['int32', FieldType.INT32],
  ['fixed64', FieldType.FIXED64],
  ['fixed32', FieldType.FIXED32],
  ['bool', FieldType.BOOL],
  ['string', FieldType.STRING],
  ['bytes', FieldType.BYTES],
  ['uint32', FieldType.UINT32],
  ['sfixed32', FieldType.SFIXED32],
  ['sfixed64', FieldType.SFIXED64],
  ['sint32', FieldType.SINT32],
  ['sint64', FieldType.SINT64],
])

/**
 * The descriptor (google.protobuf.FileDescriptorProto, in binary) of a proto file in proto2 or proto3, with the names of
 * types as they are written. Throws a SchemaProblem when it cannot be read. Takes minutes for the worst text of
 * a megabyte: call it where it can be ended.
 */
export function describeProtoFile(text: string): Uint8Array {
  const { root, package: packageName = '', imports = [], weakImports = [] } = protobuf.parse(text, { keepCase: true })
  const dependency = [...imports, ...weakImports]
  const missing = dependency.find((name) => !wellKnownFiles.has(name))
  if (missing !== undefined) throw new SchemaProblem(writeReason('IMPORT_UNKNOWN', { name: missing }))
  const scope = packageName === '' ? root : root.lookup(packageName)
  if (!(scope instanceof protobuf.Namespace)) throw new SchemaProblem(writeReason('PACKAGE_NAME_TAKEN'))
  const items = scope.nestedArray
  return toBinary(
    FileDescriptorProtoSchema,
    create(FileDescriptorProtoSchema, {
      name: 'request.proto',
      package: packageName,
      syntax: syntaxOf(items, text),
      dependency,
      messageType: items.filter(isType).map(describeMessage),
      enumType: items.filter(isEnum).map(describeEnum),
      service: items.filter(isService).map(describeService),
    }),
  )
}

/** The parser says which syntax the definitions have; a file without any is not called. Empty means proto2. */
function syntaxOf(items: readonly protobuf.ReflectionObject[], text: string): string {
  const edition: unknown = Reflect.get(items.find(isType) ?? items[0] ?? {}, '_edition')
  if (edition === 'proto3') return 'proto3'
  if (edition === 'proto2') return ''
  if (typeof edition !== 'string') return text.includes('proto3') ? 'proto3' : ''
  throw new SchemaProblem(writeReason('EDITION_UNKNOWN', { name: edition }))
}

function describeMessage(type: protobuf.Type): DescriptorProto {
  const entries: DescriptorProto[] = []
  // The groups that the parser makes for single optional fields come after the others, as descriptors require.
  const oneofs = type.oneofsArray.toSorted((a, b) => Number(a.isProto3Optional) - Number(b.isProto3Optional))
  const field = type.fieldsArray.map((item) => describeField(item, { type, oneofs, entries }))
  const nested = type.nestedArray
  return create(DescriptorProtoSchema, {
    name: type.name,
    field,
    nestedType: [...nested.filter(isType).map(describeMessage), ...entries],
    enumType: nested.filter(isEnum).map(describeEnum),
    oneofDecl: oneofs.map(({ name }) => ({ name })),
  })
}

interface Scope {
  readonly type: protobuf.Type
  readonly oneofs: readonly protobuf.OneOf[]
  /** The messages of the entries of maps. */
  readonly entries: DescriptorProto[]
}

function describeField(field: protobuf.Field, { type, oneofs, entries }: Scope): FieldDescriptorProto {
  return create(FieldDescriptorProtoSchema, {
    name: field.name,
    number: field.id,
    ...optionsOf(field.options ?? {}),
    ...(field.partOf && {
      oneofIndex: oneofs.indexOf(field.partOf),
      proto3Optional: field.partOf.isProto3Optional,
    }),
    ...(field instanceof protobuf.MapField ? typeOfMap(field, entries) : typeOf(field.type, type)),
    label: labelOf(field),
  })
}

type OptionsOfField = Partial<Pick<FieldDescriptorProto, 'jsonName' | 'options'>>

function optionsOf({ packed, json_name: jsonName }: Readonly<Record<string, unknown>>): OptionsOfField {
  return {
    ...(typeof jsonName === 'string' && { jsonName }),
    ...(typeof packed === 'boolean' && { options: create(FieldOptionsSchema, { packed }) }),
  }
}

function labelOf({ repeated, map, required }: protobuf.Field): Label {
  if (repeated || map) return Label.REPEATED
  return required ? Label.REQUIRED : Label.OPTIONAL
}

type TypeOfField = Partial<Pick<FieldDescriptorProto, 'type' | 'typeName'>>

/** A map is a repeated message of key and value. */
function typeOfMap(field: protobuf.MapField, entries: DescriptorProto[]): TypeOfField {
  const name = `${field.name.replaceAll(/(?:^|_)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())}Entry`
  const value = { name: 'value', number: 2, label: Label.OPTIONAL, ...typeOf(field.type) }
  const key = { name: 'key', number: 1, label: Label.OPTIONAL, ...typeOf(field.keyType) }
  entries.push(create(DescriptorProtoSchema, { name, field: [key, value], options: { mapEntry: true } }))
  return { type: FieldType.MESSAGE, typeName: name }
}

function typeOf(name: string, type?: protobuf.Type): TypeOfField {
  const scalar = scalars.get(name)
  if (scalar !== undefined) return { type: scalar }
  const isGroup = Reflect.get(type?.get(name) ?? {}, 'group') === true
  return { typeName: name, ...(isGroup && { type: FieldType.GROUP }) }
}

const describeService = (service: protobuf.Service) => ({
  name: service.name,
  method: service.methodsArray.map((item) => ({
    name: item.name,
    inputType: item.requestType,
    outputType: item.responseType,
    clientStreaming: item.requestStream ?? false,
    serverStreaming: item.responseStream ?? false,
  })),
})

const describeEnum = ({ name, values }: protobuf.Enum) => {
  const value = Object.entries(values).map(([label, number]) => ({ name: label, number }))
  const isAliased = new Set(value.map(({ number }) => number)).size < value.length
  return { name, value, ...(isAliased && { options: { allowAlias: true } }) }
}

const isType = (item: protobuf.ReflectionObject): item is protobuf.Type => item instanceof protobuf.Type
const isEnum = (item: protobuf.ReflectionObject): item is protobuf.Enum => item instanceof protobuf.Enum
const isService = (item: protobuf.ReflectionObject): item is protobuf.Service => item instanceof protobuf.Service
