import { writeReason } from '#contract/reasons'
/**
 * A reader of response heads that break RFC 9112 in ways that browsers accept. It writes them again as Node's parser wants
 * them, with a note for each difference.
 */

export interface ReadHead {
  readonly status: number
  /** Ready for a strict parser. The same text when nothing was wrong. */
  readonly text: string
  /** The problems of the head, each a sentence. */
  readonly oddities: readonly string[]
  readonly isChunked: boolean
}

/** Why a head cannot be read, for people. */
export interface UnreadHead {
  readonly problem: string
}

const statusLine = /^HTTP\/(\d\.\d)[ \t]+([1-9]\d\d)(?:[ \t]+(.*))?$/i
const strictStatusLine = /^HTTP\/\d\.\d \d\d\d(?: |$)/
const token = /^[\w!#$%&'*+.^`|~-]+$/
const controls = /[^\t -~\u0080-\u00ff]/g
const shownLength = 60
const settingsFrame = 4
const tlsAlert = 21
const tlsHandshake = 22

/** Bytes of a target in a message: short, and without controls. */
export function shown(bytes: string): string {
  const text = bytes.replaceAll(/[^ -~]/g, '\u00b7')
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
}

/** Describes bytes that do not begin an HTTP/1.1 response. */
export function beginningOf(bytes: string): string {
  const [first, second, , fourth] = Buffer.from(bytes.slice(0, 4), 'latin1')
  if (first === 0 && fourth === settingsFrame) return writeReason('ANSWERED_IN_HTTP2')
  if ((first === tlsAlert || first === tlsHandshake) && second === 3) return writeReason('ANSWERED_IN_TLS')
  return writeReason('ANSWER_BEGINS', { text: shown(bytes) })
}

/** The problem of a status line, or null. `line` has no line end. */
export const statusLineProblem = (line: string): string | null =>
  statusLine.test(line) ? null : writeReason('STATUS_LINE_MISSING', { text: shown(line) })

/** Reads a whole head, empty line included, whose bytes are given as one character each. Pure. */
export function readTolerantHead(head: string): ReadHead | UnreadHead {
  const reader = new HeadReader()
  const written = head.split('\n').slice(0, -2)
  if (/(?:^|[^\r])\n/.test(head)) reader.note(writeReason('ODD_LINE_ENDS'))
  const [first = '', ...others] = written.map(withoutReturn)
  const [, version = '', code, reason = ''] = statusLine.exec(first) ?? []
  if (code === undefined) return { problem: statusLineProblem(first) ?? '' }
  if (!strictStatusLine.test(first)) reader.note(writeReason('ODD_STATUS_LINE', { line: shown(first) }))
  const start = `HTTP/${version} ${code} ${reader.clean(writeReason('HEAD_PART_STATUS_LINE_REASON'), reason)}`
  for (const line of others) reader.take(line)
  return reader.finish({ head, start, status: Number(code) })
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

interface Field {
  readonly name: string
  /** Its lines; joining them while they come would take the square of their time. */
  parts: string[]
}

const valueOf = ({ parts }: Field): string => parts.join(' ').trim()

class HeadReader {
  readonly #oddities = new Set<string>()
  #fields: Field[] = []
  /** Null where a folded line has nothing to continue. */
  #last: Field | null = null
  #problem: string | null = null

  note(oddity: string): void {
    this.#oddities.add(oddity)
  }

  /** RFC 9110 5.5: controls become spaces. NUL ends what any client reads. */
  clean(what: string, value: string): string {
    if (value.includes('\0')) this.#problem ??= writeReason('NUL_CHARACTER', { headPart: what })
    const cleaned = value.replaceAll(controls, ' ')
    if (cleaned !== value) this.note(writeReason('ODD_CONTROLS', { headPart: what }))
    return cleaned
  }

  take(line: string): void {
    if (/^[ \t]/.test(line)) return this.#fold(line)
    const colon = line.indexOf(':')
    const written = line.slice(0, Math.max(0, colon))
    const name = written.trimEnd()
    this.#last = null
    if (!token.test(name)) return this.note(writeReason('ODD_LINE_IGNORED', { line: shown(line) }))
    if (name !== written) this.note(writeReason('ODD_SPACE_BEFORE_COLON', { header: name }))
    this.#last = {
      name,
      parts: [
        this.clean(
          writeReason('HEAD_PART_HEADER', { header: name }),
          line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, ''),
        ),
      ],
    }
    this.#fields.push(this.#last)
  }

  /** RFC 9112 5.2: a folded line continues the value behind a space. */
  #fold(line: string): void {
    const value = line.trim()
    if (!this.#last) return this.note(writeReason('ODD_FOLD_IGNORED', { line: shown(line) }))
    this.note(writeReason('ODD_FOLD', { header: this.#last.name }))
    this.#last.parts.push(this.clean(writeReason('HEAD_PART_HEADER', { header: this.#last.name }), value))
  }

  finish({ head, start, status }: { head: string; start: string; status: number }): ReadHead | UnreadHead {
    const isChunked = this.#frame()
    if (this.#problem !== null) return { problem: this.#problem }
    if (this.#oddities.size === 0) return { status, text: head, oddities: [], isChunked }
    const lines = this.#fields.map((field) => `${field.name}: ${valueOf(field)}\r\n`)
    return { status, text: `${start}\r\n${lines.join('')}\r\n`, oddities: [...this.#oddities], isChunked }
  }

  /** RFC 9112 6.3: chunks win over a length, equal lengths count once, and what is no length does not count. */
  #frame(): boolean {
    const codings = this.#listOf('transfer-encoding').map((coding) => coding.toLowerCase())
    const chunked = codings.filter((coding) => coding === 'chunked')
    if (codings.length > 0 && codings.every((coding) => coding === 'identity')) {
      this.note(writeReason('ODD_IDENTITY'))
      this.#remove('transfer-encoding')
    } else if (codings.length > 0) {
      if (chunked.length > 1 && chunked.length === codings.length) {
        this.note(writeReason('ODD_CHUNKED_TWICE'))
        this.#replace('transfer-encoding', 'chunked')
      }
      this.#readNoLength()
      return codings.at(-1) === 'chunked'
    }
    this.#readLength()
    return false
  }

  #readNoLength(): void {
    if (this.#listOf('content-length').length === 0) return
    this.note(writeReason('ODD_LENGTH_BESIDE'))
    this.#remove('content-length')
  }

  #readLength(): void {
    const lengths = this.#listOf('content-length')
    const [first = ''] = lengths
    if (lengths.length === 0) return
    const text = lengths.join(', ')
    if (lengths.some((length) => !/^\d+$/.test(length) || !Number.isSafeInteger(Number(length)))) {
      this.note(writeReason('ODD_NO_LENGTH', { lengthText: shown(text) }))
      return this.#remove('content-length')
    }
    if (lengths.some((length) => Number(length) !== Number(first)))
      this.#problem ??= writeReason('LENGTHS_DIFFER', { lengths: shown(lengths.join(' and ')) })
    if (lengths.length === 1) return
    this.note(writeReason('ODD_LENGTHS', { lengthText: shown(text) }))
    this.#replace('content-length', first)
  }

  #listOf(name: string): string[] {
    const fields = this.#fields.filter((field) => field.name.toLowerCase() === name)
    return fields.flatMap((field) =>
      valueOf(field)
        .split(',')
        .map((item) => item.trim()),
    )
  }

  #remove(name: string): void {
    this.#fields = this.#fields.filter((field) => field.name.toLowerCase() !== name)
  }

  #replace(name: string, value: string): void {
    const first = this.#fields.find((field) => field.name.toLowerCase() === name)
    this.#fields = this.#fields.filter((field) => field === first || field.name.toLowerCase() !== name)
    if (first) first.parts = [value]
  }
}
