import type { Duplex } from 'node:stream'
import { MessageQueue } from './message-queue.ts'

const maxLineBytes = 32 * 1024 * 1024
const maxWaiting = 64
/** A few long messages are as many as fit; the one that exceeds it is still kept. */
const maxWaitingBytes = 32 * 1024 * 1024
const lineFeed = 0x0a

/**
 * JSON messages over a stream, one a line. Reading pauses while many are unread. Lines that are no JSON are dropped: the
 * other side is hostile. `onTooLong` is called once when a line exceeds 32 MB, and nothing is read from then on.
 */
export class MessageLines {
  readonly messages: MessageQueue<unknown>
  readonly #stream: Duplex
  readonly #onTooLong: () => void
  #parts: Buffer[] = []
  #length = 0
  #waitingBytes = 0

  constructor(stream: Duplex, onTooLong: () => void) {
    this.#stream = stream
    this.#onTooLong = onTooLong
    this.messages = new MessageQueue((waiting) => {
      if (waiting === 0) this.#waitingBytes = 0
      if (!this.#isFull()) stream.resume()
    })
    stream.on('data', (chunk: Buffer) => this.#read(chunk))
    stream.on('error', () => {})
    stream.once('close', () => this.messages.close())
  }

  send(message: unknown): void {
    if (!this.#stream.destroyed && this.#stream.writable) this.#stream.write(`${JSON.stringify(message)}\n`)
  }

  #read(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      this.#keep(chunk.subarray(start, end))
      this.#finishLine()
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
    if (this.#length > maxLineBytes) this.#giveUp()
    else if (this.#isFull()) this.#stream.pause()
  }

  /** Bytes are counted until everything waiting has been read. */
  #isFull(): boolean {
    return this.messages.waiting >= maxWaiting || (this.messages.waiting > 0 && this.#waitingBytes >= maxWaitingBytes)
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return
    this.#parts.push(part)
    this.#length += part.length
  }

  #finishLine(): void {
    const line = Buffer.concat(this.#parts)
    this.#parts = []
    this.#length = 0
    this.#waitingBytes += line.length
    if (line.length > 0 && line.length <= maxLineBytes) parseInto(this.messages, line.toString('utf8'))
  }

  #giveUp(): void {
    this.#parts = []
    this.#length = 0
    this.#stream.removeAllListeners('data')
    this.#stream.destroy()
    this.#onTooLong()
  }
}

function parseInto(messages: MessageQueue<unknown>, line: string): void {
  try {
    const value: unknown = JSON.parse(line)
    messages.push(value ?? null)
  } catch {}
}
