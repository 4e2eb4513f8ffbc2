import { replaceText } from './find-text.ts'

export const redactionMark = '*********'

/** Values that are too short or too common to replace without destroying the text around them (semantics 6.4). */
const neverRedacted = new Set(['/', '*', 'http://', 'https://', '/artifact/', redactionMark, '123'])

/** Header names whose values are never shown. Lower case. */
export const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'proxy-authorization',
  'x-api-key',
  'x-auth-token',
])

/**
 * Makes a function that replaces every secret in a text, also in its URL-encoded, JSON-escaped, HTML-escaped and base64 forms.
 * Longer secrets go first, so that a secret inside another one does not leave the rest behind.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap(formsOf))].toSorted((a, b) => b.length - a.length)
  if (forms.length === 0) return (text) => text
  return (text) => forms.reduce((redacted, form) => replaceText(redacted, form, redactionMark), text)
}

function formsOf(given: string): string[] {
  if (given.length < 2 || neverRedacted.has(given)) return []
  const secret = given.toWellFormed()
  const json = JSON.stringify(secret).slice(1, -1)
  const percentEncoded = urlForms(secret)
  const forms = [
    given,
    ...percentEncoded,
    // Many products write lower-case digits.
    ...percentEncoded.map((form) => form.replaceAll(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase())),
    json,
    json.replaceAll('/', '\\/'),
    ...htmlForms(secret),
  ]
  // A host name loses its capitals.
  if (secret.length >= shortestLowered) forms.push(secret.toLowerCase())
  if (secret.length >= shortestEncoded) forms.push(...base64Forms(secret))
  return forms
}

const shortestEncoded = 6
const shortestLowered = 8

/** The last one is how a template writes a value into an address: escapes that are there stay. */
const urlForms = (secret: string): string[] => [
  encodeURIComponent(secret),
  encodeURIComponent(secret).replaceAll('%20', '+'),
  encodeURI(secret),
  encodeURI(secret).replaceAll(/%25([\da-f]{2})/gi, '%$1'),
]

/** Error pages repeat what they were asked for; some escape quotes, some do not. */
function htmlForms(secret: string): string[] {
  const markup = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quoted = markup.replaceAll('"', '&quot;')
  return [markup, quoted, quoted.replaceAll("'", '&#39;'), quoted.replaceAll("'", '&#x27;')]
}

const base64Forms = (secret: string): string[] => [
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
]

/** Applies a text redaction to every string inside a JSON-like value, property names included. */
export function redactDeep<T>(value: T, redact: (text: string) => string): T {
  return walk(value, redact) as T
}

function walk(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => walk(item, redact))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), walk(item, redact)]))
}
