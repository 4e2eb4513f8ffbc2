import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { grpcStatusNames } from '#contract'
import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { failure } from '#egress'
import type { Deadline, Http2Connection } from '#egress'
import { printable } from '#kernel'
import { callMethod } from './grpc-call.ts'
import type { GrpcCall } from './grpc-call.ts'
import { grpcCodes } from './grpc-status.ts'
import { namesInFile } from './schema.ts'
import type { SchemaFiles } from './schema.ts'
import { wellKnownFiles } from './well-known-files.ts'

/** The reflection services, the current one first; their messages are the same. */
const services = ['grpc.reflection.v1.ServerReflection', 'grpc.reflection.v1alpha.ServerReflection']

const ask = { fileByName: 3, fileOfSymbol: 4, listServices: 7 } as const
const answerFields = { files: 4, services: 6, error: 7 } as const
const maxFiles = 200
const maxSchemaBytes = 2 * 1024 * 1024

export interface Reflected {
  readonly failure: null
  readonly files: SchemaFiles
}

type Sent = Pick<GrpcCall, 'metadata' | 'userAgent'>

/**
 * The schema of a service as its server describes it: the file of the service and all that it imports. Asks version 1 of
 * reflection, then v1alpha where the server does not have it.
 */
export async function reflectService(
  connection: Http2Connection,
  service: string,
  sent: Sent,
  deadline: Deadline,
): Promise<Reflected | { readonly failure: ObservationFailure }> {
  for (const reflection of services) {
    const dialogue = new ReflectionDialogue(service)
    const path = `/${reflection}/ServerReflectionInfo`
    const call = { ...sent, path, request: dialogue.first(), next: dialogue.next, isStreaming: false }
    const reply = await callMethod(connection, call, deadline)
    if (reply.failure) return reply
    const { code, message } = reply.status
    if (code === grpcCodes.unimplemented) continue
    if (code !== grpcCodes.ok) return refused(connection, `${grpcStatusNames[code] ?? code}: ${message}`)
    return dialogue.problem === null ? { failure: null, files: dialogue.files } : refused(connection, dialogue.problem)
  }
  return refused(connection, writeReason('NO_REFLECTION'))
}

const refused = ({ endpoint }: Http2Connection, reason: string) => ({
  failure: failure('protocol', 'EREFLECTION', writeReason('REFLECTION_FAILED', { endpoint, reason })),
})

/** The requests to the reflection service, one after another. */
class ReflectionDialogue {
  readonly #service: string
  readonly #byName = new Map<string, Uint8Array>()
  readonly #wanted: string[] = []
  readonly #asked = new Set<string>()
  #bytes = 0
  #isListing = false
  problem: string | null = null

  constructor(service: string) {
    this.#service = service
  }

  get files(): SchemaFiles {
    return [...this.#byName.values()]
  }

  first = (): Uint8Array => request(ask.fileOfSymbol, this.#service)

  next = (message: Uint8Array): Uint8Array | null => {
    try {
      return this.#following(readAnswer(message))
    } catch {
      this.problem = writeReason('ANSWER_UNREADABLE')
      return null
    }
  }

  #following({ files, services: listed, error }: Answer): Uint8Array | null {
    if (this.#isListing) {
      this.problem = writeReason('SERVICE_MISSING_OF', {
        service: this.#service,
        list: listed.slice(0, 10).join(', ') || 'none',
      })
      return null
    }
    if (error !== null && this.#byName.size === 0) {
      this.#isListing = true
      return request(ask.listServices, '*')
    }
    if (error !== null) return this.#end(writeReason('IMPORTED_FILE_UNKNOWN', { text: error.slice(0, 200) }))
    for (const file of files) this.#add(file)
    if (this.#byName.size > maxFiles || this.#bytes > maxSchemaBytes) return this.#end(writeReason('SCHEMA_TOO_LARGE'))
    const name = this.#nextWanted()
    return name === undefined ? null : request(ask.fileByName, name)
  }

  #end(problem: string): null {
    this.problem = problem
    return null
  }

  #add(file: Uint8Array): void {
    const { name, imports } = namesInFile(file)
    if (!this.#byName.has(name)) this.#bytes += file.length
    this.#byName.set(name, file)
    this.#wanted.push(...imports)
  }

  /** A file that is neither loaded nor well known, requested once. */
  #nextWanted(): string | undefined {
    for (let name = this.#wanted.pop(); name !== undefined; name = this.#wanted.pop()) {
      if (this.#byName.has(name) || this.#asked.has(name) || wellKnownFiles.has(name)) continue
      this.#asked.add(name)
      return name
    }
    return undefined
  }
}

const request = (field: number, text: string): Uint8Array =>
  new BinaryWriter().tag(field, WireType.LengthDelimited).string(text).finish()

interface Answer {
  readonly files: readonly Uint8Array[]
  readonly services: readonly string[]
  readonly error: string | null
}

/** Reads a ServerReflectionResponse. Throws when it is none. */
function readAnswer(message: Uint8Array): Answer {
  const files: Uint8Array[] = []
  const listed: string[] = []
  let error: string | null = null
  for (const [field, bytes] of fieldsOf(message)) {
    if (field === answerFields.files) files.push(...fieldsOf(bytes).map(([, file]) => file))
    if (field === answerFields.services) listed.push(...fieldsOf(bytes).map(([, item]) => textOf(item, 1)))
    if (field === answerFields.error) error = textOf(bytes, 2)
  }
  return { files, services: listed, error }
}

/** The fields of a message that hold bytes. */
function fieldsOf(message: Uint8Array): [number, Uint8Array][] {
  const reader = new BinaryReader(message)
  const fields: [number, Uint8Array][] = []
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag()
    if (wireType === WireType.LengthDelimited) fields.push([field, reader.bytes()])
    else reader.skip(wireType, field)
  }
  return fields
}

function textOf(message: Uint8Array, wanted: number): string {
  const found = fieldsOf(message).find(([field]) => field === wanted)
  return found ? printable(Buffer.from(found[1]).toString('utf8')) : ''
}
