import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { MessageQueue } from './message-queue.ts'
import type { SandboxOutput } from './sandbox.ts'

const tailLength = 64 * 1024
const maxUnread = 256

/** Reads stdout and stderr of a process, with or without listeners, and keeps the end of both. */
export class OutputTail {
  readonly output = new MessageQueue<SandboxOutput>()
  readonly #onBytes: (total: number) => void
  #tail = ''
  #bytes = 0

  /** `onBytes` is called with the sum of both streams so far. */
  constructor(onBytes: (total: number) => void) {
    this.#onBytes = onBytes
  }

  get tail(): string {
    return this.#tail
  }

  read(name: SandboxOutput['stream'], stream: Readable | null): void {
    const decoder = new StringDecoder('utf8')
    stream?.on('data', (part: Buffer) => {
      this.#bytes += part.length
      this.#keep({ stream: name, text: decoder.write(part) })
      this.#onBytes(this.#bytes)
    })
    stream?.on('error', () => {})
    stream?.resume()
  }

  #keep(part: SandboxOutput): void {
    this.#tail = `${this.#tail}${part.text}`.slice(-tailLength)
    this.output.push(part)
    if (this.output.waiting > maxUnread) this.output.dropOldest()
  }
}
