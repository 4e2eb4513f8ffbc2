import { writeReason } from '#contract/reasons'
import { decodeFlatMessages, encodeFlatCall } from './flatbuffers/flat-messages.ts'
import { describeProtoFile } from './proto-file.ts'
import { decodeMessages, encodeCall } from './schema.ts'
import type { EncodedCall, MethodName, SchemaFiles } from './schema.ts'

/** Work on schemas and messages that hostile text can make expensive. Plain data, so that a process can be given it. */
export type SchemaWork =
  | { readonly kind: 'describe'; readonly text: string }
  | (Schema & { readonly kind: 'encode'; readonly name: MethodName; readonly message: string })
  | (Schema & { readonly kind: 'decode'; readonly name: MethodName; readonly messages: readonly Uint8Array[] })

/** The schema of the messages of a service. */
export interface Schema {
  readonly files: SchemaFiles
  /** Of FlatBuffers the one file is a binary schema. */
  readonly encoding: 'PROTOBUF' | 'FLATBUFFERS'
}

export type SchemaDone =
  | { readonly kind: 'described'; readonly file: Uint8Array }
  | { readonly kind: 'encoded'; readonly call: EncodedCall }
  | { readonly kind: 'decoded'; readonly text: string }
  /** The end of a sentence that says what is wrong. */
  | { readonly kind: 'problem'; readonly problem: string }

const maxProblemLength = 1000

/** Does the work. Never throws. */
export function doSchemaWork(work: SchemaWork): SchemaDone {
  try {
    return carryOut(work)
  } catch (error) {
    const problem = error instanceof Error ? error.message : writeReason('UNREADABLE')
    return { kind: 'problem', problem: problem.slice(0, maxProblemLength) }
  }
}

function carryOut(work: SchemaWork): SchemaDone {
  if (work.kind === 'describe') return { kind: 'described', file: describeProtoFile(work.text) }
  const { encode, decode } = codecs[work.encoding]
  if (work.kind === 'encode') return { kind: 'encoded', call: encode(work.files, work.name, work.message) }
  return { kind: 'decoded', text: decode(work.files, work.name, work.messages) }
}

interface Codec {
  readonly encode: typeof encodeCall
  readonly decode: typeof decodeMessages
}

const nothing = new Uint8Array()
const codecs: { readonly [E in Schema['encoding']]: Codec } = {
  PROTOBUF: { encode: encodeCall, decode: decodeMessages },
  FLATBUFFERS: {
    encode: ([file = nothing], name, message) => encodeFlatCall(file, name, message),
    decode: ([file = nothing], name, messages) => decodeFlatMessages(file, name, messages),
  },
}
