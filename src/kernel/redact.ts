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
 * Makes a function that replaces every secret in a text, also in its URL-encoded, JSON-escaped and base64 forms.
 * Longer secrets go first, so that a secret inside another one does not leave the rest behind.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap(formsOf))].toSorted((a, b) => b.length - a.length)
  if (forms.length === 0) return (text) => text
  return (text) => forms.reduce((redacted, form) => redacted.replaceAll(form, redactionMark), text)
}

function formsOf(secret: string): string[] {
  if (secret.length < 2 || neverRedacted.has(secret)) return []
  const forms = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    encodeURI(secret),
    JSON.stringify(secret).slice(1, -1),
  ]
  if (secret.length >= 6) forms.push(Buffer.from(secret).toString('base64').replace(/=+$/, ''))
  return forms
}

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
