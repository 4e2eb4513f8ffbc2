import { create, createFileRegistry, fromBinary, fromJson, toBinary, toJson } from '@bufbuild/protobuf'
import type { DescMethod, FileRegistry } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import type { FileDescriptorProto } from '@bufbuild/protobuf/wkt'
import { writeReason } from '#contract/reasons'
import { parseExactJson } from '#kernel'
import { completeFiles } from './complete-files.ts'
import { messageJson } from './message-json.ts'
import { SchemaProblem, withoutMethod, withoutService } from './schema-problem.ts'

/** Files as google.protobuf.FileDescriptorProto in binary, in any order. Those of google.protobuf may be missing. */
export type SchemaFiles = readonly Uint8Array[]

export interface MethodName {
  readonly service: string
  readonly method: string
}

/** A call as it is sent. */
export interface EncodedCall {
  readonly request: Uint8Array
  readonly isStreaming: boolean
  /** `package.Service/Method` of every service in the file of the method. */
  readonly methods: readonly string[]
}

const maxListedMethods = 200
/** Of decoded messages together, in characters. */
const maxTextLength = 8 * 1024 * 1024

/**
 * Encodes a message in JSON (the mapping of protocol buffers) for a method. Throws a SchemaProblem when the
 * schema does not hold, has no such method, or the message does not fit it.
 */
export function encodeCall(files: SchemaFiles, name: MethodName, message: string): EncodedCall {
  const { method, registry, methods } = findMethod(files, name)
  if (method.methodKind !== 'unary' && method.methodKind !== 'server_streaming')
    throw new SchemaProblem(writeReason('REQUEST_STREAM', { name: name.method }))
  const json = messageJson(method.input, message.trim() === '' ? {} : parseExactJson(message))
  const request = toBinary(method.input, fromJson(method.input, json, { registry }))
  return { request, isStreaming: method.methodKind === 'server_streaming', methods }
}

/** The messages of a response as JSON: one object, or a list of them for a stream. Throws a SchemaProblem. */
export function decodeMessages(files: SchemaFiles, name: MethodName, messages: readonly Uint8Array[]): string {
  const { method, registry } = findMethod(files, name)
  const texts: string[] = []
  let length = 0
  for (const message of messages) {
    const decoded = fromBinary(method.output, message, { readUnknownFields: false })
    const text = JSON.stringify(toJson(method.output, decoded, { registry, alwaysEmitImplicit: true }))
    length += text.length
    if (length > maxTextLength) throw new SchemaProblem(writeReason('JSON_TOO_LONG'))
    texts.push(text)
  }
  return method.methodKind === 'server_streaming' ? `[${texts.join(',')}]` : (texts[0] ?? '')
}

interface FoundMethod {
  readonly method: DescMethod
  readonly registry: FileRegistry
  readonly methods: readonly string[]
}

function findMethod(binary: SchemaFiles, { service: serviceName, method: methodName }: MethodName): FoundMethod {
  const files = new Map(binary.map((bytes) => readFile(bytes)).map((file) => [file.name, file]))
  const ordered = completeFiles([...files.values()])
  const home = ordered.find((file) => servicesOf(file).includes(serviceName))
  if (!home) throw withoutService(serviceName, ordered.flatMap(servicesOf))
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: ordered }))
  const methods = [...(registry.getFile(home.name)?.services ?? [])].flatMap(({ typeName, methods: all }) =>
    all.map(({ name }) => `${typeName}/${name}`),
  )
  const method = registry.getService(serviceName)?.methods.find(({ name }) => name === methodName)
  if (!method) throw withoutMethod({ service: serviceName, method: methodName }, methods)
  return { method, registry, methods: methods.slice(0, maxListedMethods) }
}

const readFile = (bytes: Uint8Array): FileDescriptorProto =>
  fromBinary(FileDescriptorProtoSchema, bytes, { readUnknownFields: false })

const servicesOf = ({ package: scope, service }: FileDescriptorProto): string[] =>
  service.map(({ name }) => (scope === '' ? name : `${scope}.${name}`))

/** The name of a file and of those it imports. */
export function namesInFile(bytes: Uint8Array): { readonly name: string; readonly imports: readonly string[] } {
  const { name, dependency } = fromBinary(FileDescriptorProtoSchema, bytes, { readUnknownFields: false })
  return { name, imports: dependency }
}
