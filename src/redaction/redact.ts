import { LRUCache } from 'lru-cache'
import { escapeKinds, unescape } from './escapes.ts'
import { findText } from '#kernel'
import { foldCase, patternsOf } from './secret-patterns.ts'
import type { SecretPatterns } from './secret-patterns.ts'

export const redactionMark = '*********'

/** These, and parts of them, are too common to replace without destroying the text around them. */
const neverRedacted = ['http://', 'https://', '/artifact/', redactionMark, '123']

const isCommon = (secret: string): boolean => neverRedacted.some((text) => text.includes(secret))

/** Header names whose values are never displayed. Lowercase. */
export const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'proxy-authorization',
  'x-api-key',
  'api-key',
  'apikey',
  'x-auth-token',
])

/**
 * The maximum length of an escaped character of a secret: three bytes, each percent-encoded three times.
 * `redactor` finds secrets escaped up to three times, for URLs, JSON and HTML in any order.
 */
export const maxEscapedLength = 21

const deepest = 3
/** Strings with nested escapes of all kinds would otherwise be decoded in about forty ways. */
const maxLayers = 16

/** A string after its escapes were decoded a few times. */
interface Layer {
  readonly text: string
  readonly depth: number
  readonly sourceOf: (position: number) => number
}

/** Where a secret was found, in the original string. */
type Span = readonly [start: number, end: number]

/**
 * Creates a function that replaces every secret in a string: as it is, in another case, escaped for URLs, JSON and HTML
 * up to three times, in hexadecimal, and in base64 of both alphabets, also inside longer base64. `markOf` is the replacement for what is as long. Secrets of one character
 * are not replaced, nor parts of what is in every URL, those under eight are case-sensitive, and those under six are not found in hexadecimal and base64.
 */
export function redactor(
  secrets: readonly string[],
  markOf: (length: number) => string = () => redactionMark,
): (text: string) => string {
  const wanted = [...new Set(secrets)].filter((secret) => secret.length >= 2 && !isCommon(secret))
  if (wanted.length === 0) return (text) => text
  // A secret that contains escapes itself may also occur decoded, and shorter.
  const shortest = wanted.some((secret) => escapeSign.test(secret))
    ? 2
    : Math.min(...wanted.map(({ length }) => length))
  let patterns: SecretPatterns | undefined
  return (text) => {
    if (text.length < shortest && !escapeSign.test(text)) return text
    patterns ??= joined(wanted.map(rememberedPatterns))
    return withoutSpans(text, spansOf(text, patterns), markOf)
  }
}

const escapeSign = /[%\\&]/

/** The patterns of a secret cost more to make than to look for, and each run needs those of the run before. */
const remembered = new LRUCache<string, SecretPatterns>({ max: 2000, memoMethod: patternsOf })
const maxCachedLength = 4096

const rememberedPatterns = (secret: string): SecretPatterns =>
  secret.length > maxCachedLength ? patternsOf(secret) : remembered.memo(secret)

const joined = (all: readonly SecretPatterns[]): SecretPatterns => ({
  exact: [...new Set(all.flatMap(({ exact }) => exact))],
  folded: [...new Set(all.flatMap(({ folded }) => folded))],
  base64: [...new Set(all.flatMap(({ base64 }) => base64))],
})

function spansOf(text: string, patterns: SecretPatterns): Span[] {
  const spans: Span[] = []
  for (const { text: plain, sourceOf } of layersOf(text))
    for (const [start, end] of findAll(plain, patterns)) spans.push([sourceOf(start), sourceOf(end)])
  return spans
}

/** The string, and its forms after decoding escapes of each kind, repeatedly. */
function layersOf(text: string): readonly Layer[] {
  const layers: Layer[] = [{ text, depth: 0, sourceOf: (position) => position }]
  for (const layer of layers) {
    if (layer.depth === deepest) break
    for (const kind of escapeKinds) {
      if (layers.length >= maxLayers) return layers
      const inner = unescape(layer.text, kind)
      if (inner === undefined || layers.some((known) => known.text === inner.text)) continue
      const sourceOf = (position: number): number => layer.sourceOf(inner.sourceOf(position))
      layers.push({ text: inner.text, depth: layer.depth + 1, sourceOf })
    }
  }
  return layers
}

function findAll(text: string, { exact, folded, base64 }: SecretPatterns): Span[] {
  const spans = exact.flatMap((pattern) => occurrencesOf(text, pattern))
  if (folded.length > 0) {
    const lower = foldCase(text)
    spans.push(...folded.flatMap((pattern) => occurrencesOf(lower, pattern)))
  }
  if (base64.length > 0) spans.push(...findPacked(text, base64))
  return spans
}

function findPacked(text: string, base64: readonly string[]): Span[] {
  const packed = packedPartsOf(text, Math.min(...base64.map(({ length }) => length)))
  if (packed === '') return []
  const present = base64.filter((pattern) => findText(packed, pattern) !== -1)
  return present.flatMap((pattern) => occurrencesOf(text, pattern)).map((span) => widened(text, span))
}

/** The parts of a string that are long enough to be base64; most strings have few of them. */
function packedPartsOf(text: string, shortest: number): string {
  const parts: string[] = []
  let from = 0
  while (from + shortest <= text.length) {
    // Searches backwards from the end of the shortest possible part, so that most characters are skipped.
    let at = from + shortest - 1
    while (at >= from && isPacked(text, at)) at -= 1
    if (at < from) {
      let end = from + shortest
      while (end < text.length && isPacked(text, end)) end += 1
      parts.push(text.slice(from, end))
      at = end
    }
    from = at + 1
  }
  return parts.join(' ')
}

const packedCodes = new Uint8Array(128)
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_')
  packedCodes[character.charCodeAt(0)] = 1

const isPacked = (text: string, at: number): boolean => packedCodes[text.charCodeAt(at)] === 1

function occurrencesOf(text: string, pattern: string): Span[] {
  const places: Span[] = []
  for (let at = findText(text, pattern); at !== -1; at = findText(text, pattern, at + pattern.length))
    places.push([at, at + pattern.length])
  return places
}

/** With the adjacent characters, which contain the first and last bits of the secret. */
function widened(text: string, [start, end]: Span): Span {
  const before = isPacked(text, start - 1) ? 1 : 0
  const after = isPacked(text, end) ? 1 : 0
  return [start - before, end + after]
}

/** Overlapping spans are replaced once. */
function withoutSpans(text: string, spans: readonly Span[], markOf: (length: number) => string): string {
  if (spans.length === 0) return text
  const joint: [start: number, end: number][] = []
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    const last = joint.at(-1)
    if (last && start < last[1]) last[1] = Math.max(last[1], end)
    else joint.push([start, end])
  }
  const pieces: string[] = []
  let from = 0
  for (const [start, end] of joint) {
    pieces.push(text.slice(from, start), markOf(end - start))
    from = end
  }
  return pieces.join('') + text.slice(from)
}

/** Applies a redaction to every string inside a JSON-like value, property names included. */
export function redactDeep<T>(value: T, redact: (text: string) => string): T {
  return walk(value, redact) as T
}

function walk(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => walk(item, redact))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), walk(item, redact)]))
}
