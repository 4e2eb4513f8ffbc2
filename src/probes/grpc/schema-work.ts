import { describeProtoFile } from './proto-file.ts'
import { decodeMessages, encodeCall } from './schema.ts'
import type { EncodedCall, MethodName, SchemaFiles } from './schema.ts'

/** Work on schemas and messages that hostile text can make expensive. Plain data, so that a process can be given it. */
export type SchemaWork =
  | { readonly kind: 'describe'; readonly text: string }
  | { readonly kind: 'encode'; readonly files: SchemaFiles; readonly name: MethodName; readonly message: string }
  | {
      readonly kind: 'decode'
      readonly files: SchemaFiles
      readonly name: MethodName
      readonly messages: readonly Uint8Array[]
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
    const problem = error instanceof Error ? error.message : 'it cannot be read'
    return { kind: 'problem', problem: problem.slice(0, maxProblemLength) }
  }
}

function carryOut(work: SchemaWork): SchemaDone {
  if (work.kind === 'describe') return { kind: 'described', file: describeProtoFile(work.text) }
  if (work.kind === 'encode') return { kind: 'encoded', call: encodeCall(work.files, work.name, work.message) }
  return { kind: 'decoded', text: decodeMessages(work.files, work.name, work.messages) }
}
