import { FieldDescriptorProto_Type as FieldType } from '@bufbuild/protobuf/wkt'
import type {
  DescriptorProto,
  FieldDescriptorProto,
  FileDescriptorProto,
  ServiceDescriptorProto,
} from '@bufbuild/protobuf/wkt'
import { writeReason } from '#contract/reasons'
import { SchemaProblem } from './schema-problem.ts'
import { wellKnownFiles } from './well-known-files.ts'

/** Where a type is defined, and whether it is an enum. */
interface Definition {
  readonly name: string
  readonly isEnum: boolean
  readonly file: FileDescriptorProto
}
type Definitions = Map<string, Definition>

/**
 * Completes descriptors in place with what servers leave out or get wrong: the names of fields in JSON, absolute names of
 * types (a relative one is looked for from the innermost scope outwards), whether such a type is a message or an enum,
 * and which files a file needs. Returns them with the files of google.protobuf that they need, each after those that it
 * needs. Throws a SchemaProblem when a name leads nowhere.
 */
export function completeFiles(files: readonly FileDescriptorProto[]): FileDescriptorProto[] {
  const definitions: Definitions = new Map()
  for (const { proto } of wellKnownFiles.values()) define(definitions, proto)
  for (const file of files) define(definitions, file)
  const needs = new Map(files.map((file) => [file, completeFile(file, definitions)]))
  const ordered = new Set<FileDescriptorProto>()
  const visited = new Set<FileDescriptorProto>()
  const visit = (file: FileDescriptorProto): void => {
    if (visited.has(file)) return
    visited.add(file)
    for (const needed of needs.get(file) ?? importsOf(file)) visit(needed)
    ordered.add(file)
  }
  for (const file of files) visit(file)
  return [...ordered]
}

/** The files of google.protobuf that a file imports; they are complete as they are. */
const importsOf = ({ dependency }: FileDescriptorProto): FileDescriptorProto[] =>
  dependency.flatMap((name) => wellKnownFiles.get(name)?.proto ?? [])

const joined = (scope: string, name: string): string => (scope === '' ? name : `${scope}.${name}`)

interface Scoped {
  readonly scope: string
  readonly message: DescriptorProto
}

/** Every message of a file with the scope it is in; nested ones after those that contain them. */
function messagesOf(file: FileDescriptorProto): Scoped[] {
  const all: Scoped[] = file.messageType.map((message) => ({ scope: file.package, message }))
  for (const { scope, message } of all)
    for (const nested of message.nestedType) all.push({ scope: joined(scope, message.name), message: nested })
  return all
}

function define(definitions: Definitions, file: FileDescriptorProto): void {
  const add = (scope: string, name: string, isEnum: boolean): void => {
    definitions.set(joined(scope, name), { name: joined(scope, name), isEnum, file })
  }
  for (const { name } of file.enumType) add(file.package, name, true)
  for (const { scope, message } of messagesOf(file)) {
    add(scope, message.name, false)
    for (const { name } of message.enumType) add(joined(scope, message.name), name, true)
  }
}

/** The files that it needs. */
function completeFile(file: FileDescriptorProto, definitions: Definitions): FileDescriptorProto[] {
  const needed = new Set<FileDescriptorProto>()
  const find = (text: string, scope: string): Definition => {
    const found = findType(text, scope, definitions)
    if (found.file !== file) needed.add(found.file)
    return found
  }
  for (const { scope, message } of messagesOf(file))
    for (const field of [...message.field, ...message.extension])
      completeField(field, joined(scope, message.name), find)
  for (const field of file.extension) completeField(field, file.package, find)
  for (const service of file.service) completeService(service, joined(file.package, service.name), find)
  file.dependency = [...needed].map(({ name }) => name)
  file.publicDependency = []
  file.weakDependency = []
  return [...needed]
}

type Find = (text: string, scope: string) => Definition

function completeService(service: ServiceDescriptorProto, scope: string, find: Find): void {
  for (const method of service.method) {
    method.inputType = `.${find(method.inputType, scope).name}`
    method.outputType = `.${find(method.outputType, scope).name}`
  }
}

function completeField(field: FieldDescriptorProto, scope: string, find: Find): void {
  if (field.jsonName === '') field.jsonName = jsonNameOf(field.name)
  if (field.extendee !== '') field.extendee = `.${find(field.extendee, scope).name}`
  if (field.typeName === '') return
  const { name, isEnum } = find(field.typeName, scope)
  field.typeName = `.${name}`
  if (!isTypeWithName(field.type)) field.type = isEnum ? FieldType.ENUM : FieldType.MESSAGE
}

const isTypeWithName = (type: FieldType): boolean =>
  type === FieldType.GROUP || type === FieldType.MESSAGE || type === FieldType.ENUM

function findType(text: string, scope: string, definitions: Definitions): Definition {
  const bare = text.replace(/^\./, '')
  for (let within: string | null = text.startsWith('.') ? '' : scope; within !== null; within = outside(within)) {
    const found = definitions.get(joined(within, bare))
    if (found !== undefined) return found
  }
  throw new SchemaProblem(writeReason('TYPE_UNDEFINED', { name: text.slice(0, 200) }))
}

const outside = (scope: string): string | null =>
  scope === '' ? null : scope.slice(0, Math.max(0, scope.lastIndexOf('.')))

/** As protocol buffers derive it: the letter after an underscore in upper case, without the underscore. */
const jsonNameOf = (name: string): string => name.replaceAll(/_+([^_]?)/g, (_, letter: string) => letter.toUpperCase())
