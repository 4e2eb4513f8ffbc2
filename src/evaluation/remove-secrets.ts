import { redactionMark, redactor, secretHeaders } from '#redaction'

/** Removes the secrets of one run from what its files contain. */
export interface SecretRemover {
  /** Plain text, or one JSON document as text. */
  readonly text: (text: string) => string
  /** One line of a Playwright trace; also masks headers with credentials. */
  readonly traceLine: (line: string) => string
  /** Bytes of any text, whatever its encoding: what is not a secret stays as it is. */
  readonly bytes: (bytes: Uint8Array) => Uint8Array
  /** The same with the length kept, for formats that count bytes. */
  readonly bytesInPlace: (bytes: Uint8Array) => Uint8Array
}

/** The values of these properties of a trace refer to its other entries. */
const references = new Set(['pageref', 'pageId', 'downloadsPath', 'tracesDir'])
const isReference = (name: string): boolean => references.has(name) || name.toLowerCase().endsWith('sha1')

/** Shorter secrets may equal the names that a trace is read by. */
const shortestInNames = 8

/** Files whose bytes are no text: replacing a part of them would destroy them. */
const opaqueFile = /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|webm|mp4|mov|ogg|mp3|wav|woff2?|ttf|otf|eot|wasm)$/i

export const isOpaqueFile = (name: string): boolean => opaqueFile.test(name)

/** The rules by which secrets are removed from files; those of results are `hideSecrets`. */
export function secretRemover(secrets: readonly string[]): SecretRemover {
  const redact = redactor(secrets)
  const redactName = redactor(secrets.filter(({ length }) => length >= shortestInNames))
  // Characters beyond Latin-1 are found by their bytes.
  const asBytes = [...secrets, ...secrets.map((secret) => Buffer.from(secret).toString('latin1'))]
  const inBytes = redactor(asBytes)
  const inPlace = redactor(asBytes, (length) => '*'.repeat(length))
  const through = (bytes: Uint8Array, change: (text: string) => string): Uint8Array => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    const changed = change(text)
    return changed === text ? bytes : Buffer.from(changed, 'latin1')
  }
  const walk = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return isReference(name) ? value : redact(value)
    if (Array.isArray(value)) return value.map((item) => walk(name === 'cookies' ? maskedPair(item) : item, name))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(maskedHeaders(value)).map(([key, item]) => [redactName(key), walk(item, key)]),
    )
  }
  return {
    text: redact,
    traceLine: (line) => {
      const parsed = parse(line)
      return parsed === undefined ? redact(line) : JSON.stringify(walk(parsed, ''))
    },
    bytes: (bytes) => through(bytes, inBytes),
    bytesInPlace: (bytes) => through(bytes, inPlace),
  }
}

/** Headers are pairs of name and value, or properties. */
function maskedHeaders(value: object): object {
  const fields = new Map<string, unknown>(Object.entries(value))
  const name = fields.get('name')
  if (typeof name === 'string' && secretHeaders.has(name.toLowerCase())) return maskedPair(value)
  const isMasked = ([key, item]: [string, unknown]): boolean =>
    typeof item === 'string' && secretHeaders.has(key.toLowerCase())
  if (![...fields].some(isMasked)) return value
  return Object.fromEntries([...fields].map((entry) => (isMasked(entry) ? [entry[0], redactionMark] : entry)))
}

const maskedPair = (pair: unknown): object =>
  pair !== null && typeof pair === 'object' && 'value' in pair ? { ...pair, value: redactionMark } : Object(pair)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
