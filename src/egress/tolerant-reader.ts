import { TolerantChunks } from './tolerant-chunks.ts'
import { beginningOf, readTolerantHead, statusLineProblem } from './tolerant-head.ts'

const protocolName = /^(?:H(?:T(?:T(?:P(?:\/.*)?)?)?)?)?$/is
const endOfHead = /\n\r?\n/g
const lineFeed = 10
/** The limit of Chromium. Node's parser has the same. */
export const maxHeadBytes = 256 * 1024
const maxOddities = 10
const bodiless: ReadonlySet<number> = new Set([204, 304])

/**
 * Reads the bytes of a response before Node's strict parser does, and writes again what browsers accept although it breaks
 * RFC 9112. Bytes that it cannot read go on as they are, so that the parser says what they are.
 */
export class TolerantReader {
  readonly oddities: string[] = []
  readonly #isBodiless: boolean
  #head = ''
  #rest: { take(bytes: Buffer): Buffer[]; end(): Buffer[] } | null = null
  #problem: string | null = null

  constructor(isBodiless: boolean) {
    this.#isBodiless = isBodiless
  }

  /** Why the parser most likely fails, for people; null when that is not known. */
  get problem(): string | null {
    return this.#problem
  }

  take(bytes: Buffer): Buffer[] {
    if (this.#rest) return this.#rest.take(bytes)
    const searched = Math.max(0, this.#head.length - 2)
    const text = bytes.toString('latin1')
    this.#head = this.#head === '' ? text.replace(/^[\r\n]+/, '') : this.#head + text
    if (!protocolName.test(this.#head.slice(0, 16))) return this.#giveUp()
    const written = bytes.includes(lineFeed) ? this.#readHead(searched) : []
    return this.#rest === null && this.#head.length > maxHeadBytes ? [...written, ...this.#giveUp()] : written
  }

  end(): Buffer[] {
    return this.#rest ? this.#rest.end() : this.#giveUp()
  }

  #readHead(searched: number): Buffer[] {
    const endOfLine = this.#head.indexOf('\n')
    const problem = endOfLine < 0 ? null : statusLineProblem(this.#head.slice(0, endOfLine).replace(/\r$/, ''))
    if (problem !== null) return this.#giveUp(problem)
    endOfHead.lastIndex = searched
    const end = endOfHead.exec(this.#head)
    return end === null ? [] : this.#finish(this.#head, end.index + end[0].length)
  }

  #finish(text: string, end: number): Buffer[] {
    const read = readTolerantHead(text.slice(0, end))
    if ('problem' in read) return this.#giveUp(read.problem)
    for (const oddity of read.oddities) this.#note(oddity)
    const body = Buffer.from(text.slice(end), 'latin1')
    const written = Buffer.from(read.text, 'latin1')
    this.#head = ''
    const isInterim = read.status < 200 && read.status !== 101
    if (!isInterim) {
      const isChunked = read.isChunked && !this.#isBodiless && read.status >= 200 && !bodiless.has(read.status)
      this.#rest = isChunked ? new TolerantChunks((oddity) => this.#note(oddity)) : asItIs
    }
    return body.length === 0 ? [written] : [written, ...this.take(body)]
  }

  #note(oddity: string): void {
    if (this.oddities.length < maxOddities && !this.oddities.includes(oddity)) this.oddities.push(oddity)
  }

  #giveUp(problem?: string): Buffer[] {
    const text = this.#head
    this.#problem = problem ?? (protocolName.test(text.slice(0, 16)) ? null : beginningOf(text))
    this.#rest = asItIs
    return text === '' ? [] : [Buffer.from(text, 'latin1')]
  }
}

const asItIs = { take: (bytes: Buffer): Buffer[] => [bytes], end: (): Buffer[] => [] }
