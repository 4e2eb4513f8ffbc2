import { closeSync, openSync, readSync } from 'node:fs'
import type { BrowserEvent } from '../messages.ts'

const chunkBytes = 256 * 1024

/** Reads the events that the worker writes line by line. It may have been killed while it wrote the last. */
export class EventsFile {
  readonly #path: string
  #position = 0
  #rest = ''

  constructor(path: string) {
    this.#path = path
  }

  /** The events added since the last call. */
  next(): BrowserEvent[] {
    const lines = `${this.#rest}${this.#readAdded()}`.split('\n')
    this.#rest = lines.pop() ?? ''
    return lines.flatMap(eventIn)
  }

  #readAdded(): string {
    const file = openOrNull(this.#path)
    if (file === null) return ''
    const chunks: Buffer[] = []
    try {
      for (;;) {
        const chunk = Buffer.allocUnsafe(chunkBytes)
        const length = readSync(file, chunk, 0, chunkBytes, this.#position)
        if (length === 0) break
        chunks.push(chunk.subarray(0, length))
        this.#position += length
      }
    } finally {
      closeSync(file)
    }
    return Buffer.concat(chunks).toString()
  }
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch {
    return null
  }
}

function eventIn(line: string): BrowserEvent[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as BrowserEvent]
  } catch {
    return []
  }
}
