import { escapeKinds, unescape } from './escapes.ts'

/** The patterns that find one secret in a string. */
export interface SecretPatterns {
  /** Case-sensitive. */
  readonly exact: readonly string[]
  /** Case-insensitive: all are folded by `foldCase`. */
  readonly folded: readonly string[]
  /** Parts of base64: a character of the alphabet next to them may contain a part of the secret, too. */
  readonly base64: readonly string[]
}

/** Shorter secrets are not searched for in byte encodings, and only case-sensitively. */
const shortestEncoded = 6
const shortestFolded = 8

/** The same string in one case and of the same length, whatever its language. */
export const foldCase = (text: string): string => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

/** All patterns of a secret of at least two characters. */
export function patternsOf(given: string): SecretPatterns {
  const spellings = spellingsOf(given)
  const isEncoded = given.length >= shortestEncoded
  const secret = given.toWellFormed()
  const caseless = spellings.filter(({ length }) => length >= shortestFolded)
  // A letter may become two in another case.
  const folded = caseless.flatMap((text) => [text, text.toUpperCase(), text.toLowerCase()]).map(foldCase)
  if (isEncoded) folded.push(Buffer.from(secret).toString('hex'))
  return {
    exact: spellings.filter(({ length }) => length < shortestFolded),
    folded: [...new Set(folded)],
    base64: isEncoded ? [...new Set(packedForms(secret).flatMap(base64Parts))] : [],
  }
}

/**
 * The secret itself; form-encoded with `+` for its spaces; and without its own escapes, because some encoders leave
 * existing escapes as they are.
 */
function spellingsOf(secret: string): string[] {
  const plain = escapeKinds.flatMap((kind) => unescape(secret, kind)?.text ?? [])
  const known = [secret, secret.toWellFormed(), ...plain.filter((text) => text.trim().length >= shortestEncoded)]
  return [...new Set(known.flatMap((text) => [text, text.replaceAll(' ', '+')]))]
}

/**
 * The forms of a secret that may be base64-encoded: itself, or encoded for JSON, a URL or a form, or base64 already.
 */
function packedForms(secret: string): string[] {
  const percent = encodeURIComponent(secret)
  const base64 = Buffer.from(secret).toString('base64')
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      percent,
      percent.replaceAll('%20', '+'),
      base64,
      base64.replace(/=+$/, ''),
      Buffer.from(secret).toString('base64url'),
    ]),
  ]
}

/** The base64 characters that a string alone determines, at each of its three possible offsets in a longer one. */
function base64Parts(text: string): string[] {
  const bytes = Buffer.from(text)
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    const first = Math.ceil((before * 8) / 6)
    const last = Math.floor((padded.length * 8) / 6)
    return [padded.toString('base64'), padded.toString('base64url')].map((written) => written.slice(first, last))
  })
}
