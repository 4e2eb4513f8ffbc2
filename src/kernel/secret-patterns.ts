import { escapeKinds, unescape } from './escapes.ts'

/** What to look for in a text to find one secret. */
export interface SecretPatterns {
  /** As they stand. */
  readonly exact: readonly string[]
  /** Without regard to case: all are folded by `foldCase`. */
  readonly folded: readonly string[]
  /** Parts of base64: a character of the alphabet beside them may hold a part of the secret, too. */
  readonly base64: readonly string[]
}

/** Shorter secrets are not looked for in encodings of bytes, and not in another case. */
const shortestEncoded = 6
const shortestFolded = 8

/** The same text in one case and of the same length, whatever its language. */
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
 * The secret itself; with its spaces as a form writes them; and without the escapes it has itself, because some writers
 * leave those that are there as they are.
 */
function spellingsOf(secret: string): string[] {
  const plain = escapeKinds.flatMap((kind) => unescape(secret, kind)?.text ?? [])
  const known = [secret, secret.toWellFormed(), ...plain.filter((text) => text.trim().length >= shortestEncoded)]
  return [...new Set(known.flatMap((text) => [text, text.replaceAll(' ', '+')]))]
}

/** What may be put into base64 when the secret is: itself, or written for JSON, a URL or a form, or base64 already. */
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

/** The characters of base64 that a text alone decides, at each of the three places it may have in a longer one. */
function base64Parts(text: string): string[] {
  const bytes = Buffer.from(text)
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    const first = Math.ceil((before * 8) / 6)
    const last = Math.floor((padded.length * 8) / 6)
    return [padded.toString('base64'), padded.toString('base64url')].map((written) => written.slice(first, last))
  })
}
