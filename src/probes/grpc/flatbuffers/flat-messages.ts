import { writeReason } from '#contract/reasons'
import { parseExactJson } from '#kernel'
import type { EncodedCall, MethodName } from '../schema.ts'
import { SchemaProblem, withoutMethod, withoutService } from '../schema-problem.ts'
import { decodeFlat } from './decode-flat.ts'
import { encodeFlat } from './encode-flat.ts'
import { readFlatSchema } from './flat-schema.ts'
import type { FlatCall, FlatObject, FlatSchema } from './flat-schema.ts'

const maxListedMethods = 200
/** Of decoded messages together, in characters. */
const maxTextLength = 8 * 1024 * 1024

/** Encodes a message in JSON for a method, by a binary schema. Throws a SchemaProblem, as `encodeCall` does. */
export function encodeFlatCall(schemaBytes: Uint8Array, name: MethodName, message: string): EncodedCall {
  const { schema, call } = inBounds(() => findCall(schemaBytes, name), 'the binary schema')
  if (call.streaming === 'client' || call.streaming === 'bidi')
    throw new SchemaProblem(writeReason('REQUEST_STREAM', { name: name.method }))
  const json: unknown = message.trim() === '' ? {} : parseExactJson(message)
  return {
    request: encodeFlat(schema, objectNamed(schema, call.request), json),
    isStreaming: call.streaming === 'server',
    methods: schema.calls
      .filter(({ service }) => service === name.service)
      .slice(0, maxListedMethods)
      .map((other) => `${other.service}/${other.name}`),
  }
}

/** The messages of a response as JSON: one object, or a list of them for a stream. Throws a SchemaProblem. */
export function decodeFlatMessages(schemaBytes: Uint8Array, name: MethodName, messages: readonly Uint8Array[]): string {
  const { schema, call } = inBounds(() => findCall(schemaBytes, name), 'the binary schema')
  const object = objectNamed(schema, call.response)
  let length = 0
  const texts = messages.map((message) => {
    const text = JSON.stringify(inBounds(() => decodeFlat(schema, object, message), 'the message'))
    length += text.length
    if (length > maxTextLength) throw new SchemaProblem(writeReason('JSON_TOO_LONG'))
    return text
  })
  return call.streaming === 'server' ? `[${texts.join(',')}]` : (texts[0] ?? '')
}

function findCall(bytes: Uint8Array, { service, method }: MethodName): { schema: FlatSchema; call: FlatCall } {
  const schema = readFlatSchema(bytes)
  const ofService = schema.calls.filter((call) => call.service === service)
  const call = ofService.find(({ name }) => name === method)
  if (call !== undefined) return { schema, call }
  if (ofService.length === 0)
    throw withoutService(
      service,
      schema.calls.map((other) => other.service),
    )
  throw withoutMethod(
    { service, method },
    ofService.map(({ name }) => name),
  )
}

function objectNamed({ objects }: FlatSchema, name: string): FlatObject {
  const object = objects.find((one) => one.name === name && !one.isStruct)
  if (object === undefined) throw new SchemaProblem(writeReason('TABLE_MISSING', { name }))
  return object
}

/** An offset beyond the buffer raises an error of the platform, which is meaningless to users. */
function inBounds<T>(read: () => T, what: string): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof RangeError ? new SchemaProblem(writeReason('SCHEMA_DAMAGED', { name: what })) : error
  }
}
