import { gunzipSync, inflateSync } from 'node:zlib'
import { writeReason } from '#contract/reasons'

const prefixLength = 5

/** The most that the messages of a call may have together, as sent and inflated. gRPC allows 4 MB for one by default. */
export const maxMessageBytes = 4 * 1024 * 1024
/** A stream of more messages is cut. */
export const maxMessages = 1000

/** A message with its prefix: not compressed, and its length. */
export function framed(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(prefixLength)
  prefix.writeUInt32BE(message.length, 1)
  return Buffer.concat([prefix, message])
}

export interface MessageProblem {
  readonly code: string
  readonly text: string
}

const inflaters: Readonly<Record<string, typeof gunzipSync>> = { gzip: gunzipSync, deflate: inflateSync }

/** Reads the length-prefixed messages of a response. Nothing beyond the limits is stored or inflated. */
export class MessageReader {
  readonly #encoding: string
  #pending: Buffer[] = []
  #pendingBytes = 0
  #total = 0

  constructor(encoding: string) {
    this.#encoding = encoding
  }

  /** Whether a message has begun and not ended. */
  get isInside(): boolean {
    return this.#pendingBytes > 0
  }

  /** The messages that a chunk completes, or why the response cannot be read. */
  push(chunk: Buffer): Uint8Array[] | MessageProblem {
    this.#pending.push(chunk)
    this.#pendingBytes += chunk.length
    const messages: Uint8Array[] = []
    for (;;) {
      const wanted = this.#wantedBytes()
      if (wanted === null) return messages
      if (this.#total + wanted - prefixLength > maxMessageBytes) return tooLarge
      if (this.#pendingBytes < wanted) return messages
      const message = this.#read(this.#take(wanted))
      if ('code' in message) return message
      this.#total += message.length
      messages.push(message)
    }
  }

  /** The length of the next message with its prefix; null while the prefix is incomplete. */
  #wantedBytes(): number | null {
    if (this.#pendingBytes < prefixLength) return null
    const [first] = this.#pending
    const head = first && first.length >= prefixLength ? first : this.#join()
    return prefixLength + head.readUInt32BE(1)
  }

  #join(): Buffer {
    const whole = Buffer.concat(this.#pending)
    this.#pending = [whole]
    return whole
  }

  #take(length: number): Buffer {
    const whole = this.#join()
    const rest = whole.subarray(length)
    this.#pending = rest.length > 0 ? [rest] : []
    this.#pendingBytes = rest.length
    return whole.subarray(0, length)
  }

  #read(frame: Buffer): Uint8Array | MessageProblem {
    const body = frame.subarray(prefixLength)
    if (frame[0] === 0) return body
    const inflate = Object.hasOwn(inflaters, this.#encoding) ? inflaters[this.#encoding] : undefined
    if (frame[0] !== 1 || inflate === undefined)
      return {
        code: 'EGRPCENCODING',
        text: writeReason('GRPC_VIOLATION_COMPRESSION_UNKNOWN'),
      }
    try {
      return inflate(body, { maxOutputLength: Math.max(1, maxMessageBytes - this.#total) })
    } catch (error) {
      const isTooLong = error instanceof RangeError
      return isTooLong ? tooLarge : { code: 'EGRPCENCODING', text: writeReason('GRPC_VIOLATION_MESSAGE_NOT_INFLATED') }
    }
  }
}

const tooLarge: MessageProblem = { code: 'EGRPCSIZE', text: writeReason('GRPC_VIOLATION_TOO_MANY_MESSAGES') }
