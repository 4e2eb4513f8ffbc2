/** Credentials with a recognizable format. Each pattern takes time in proportion to the string. */
const forms: readonly RegExp[] = [
  /-----BEGIN (?:[A-Z]{2,9} ){0,2}PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,255}/,
  /\bgithub_pat_\w{30,255}/,
  /\bglpat-[\w-]{20,255}/,
  /\bxox[abeoprs]-[\w-]{10,255}/,
  /\b[rs]k_live_[A-Za-z0-9]{16,255}/,
  /\bSG\.[\w-]{16,64}\.[\w-]{16,64}/,
  /\bAIza[\w-]{35}/,
  /\bnpm_[A-Za-z0-9]{36}/,
  /\b(?:bfu|bfs|pl)_[0-9a-f]{32,64}\b/,
  /\beyJ[\w-]{10,200}\.eyJ[\w-]{10,200}/,
  /\b(?:Bearer|Basic|Token) [\w.~+/=-]{16,4000}/,
  /[?&](?:api[_-]?key|(?:access_)?token|secret|password|sig(?:nature)?)=[^&#\s]{8,400}/i,
  /\bhttps?:\/\/[^\s/:@"'<>]{1,255}:[^\s/:@"'<>]{3,255}@/,
]

/** Key names of credentials. */
const credentialName = /SECRET|TOKEN|PASSW|CREDENTIAL|PRIVATE|AUTH|API[_-]?KEY|ACCESS[_-]?KEY|_KEY$|^KEY$|^X-API/i
const assigned =
  /(?:secret|token|passw(?:or)?d|credential|api_?key)\w{0,40}["']?\s{0,5}[:=]\s{0,5}(["'`])([^"'`\s]{8,400})\1/i
const template = /\{\{[^{}]*\}\}/g
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const token = /^[\w+/=.~-]{20,512}$/
const shortestNamed = 8
/** Only the beginning of longer strings is searched, so that a scan stays short. */
const maxTextLength = 200_000
/** Bits per character; words and names are below, random strings in base64 or hex above. */
const leastEntropy = 3.5

/**
 * The part of a value that looks like a credential, or null. `{{ }}` is ignored. With the name of its key a shorter
 * value suffices; without one, only random strings and known formats of keys match.
 */
export function findCredential(value: string, key: string | null): string | null {
  const text = readable(value)
  for (const form of forms) {
    const found = form.exec(text)
    if (found) return found[0]
  }
  const trimmed = text.trim()
  if (key !== null && credentialName.test(key) && isNamedCredential(trimmed)) return trimmed
  return isRandom(trimmed) ? trimmed : null
}

/** Inside a script or a document; a literal assigned to a credential name counts too. */
export function findCredentialInCode(code: string): string | null {
  const text = readable(code)
  for (const form of forms) {
    const found = form.exec(text)
    if (found) return found[0]
  }
  return assigned.exec(text)?.[2] ?? null
}

const readable = (text: string): string => text.slice(0, maxTextLength).replaceAll(template, '')

const isNamedCredential = (text: string): boolean =>
  text.length >= shortestNamed && /[\dA-Z]/.test(text) && !/^https?:\/\/\S+$/.test(text) && !text.includes(' ')

function isRandom(text: string): boolean {
  if (!token.test(text) || uuid.test(text)) return false
  return /\d/.test(text) && /[a-z]/i.test(text) && !/\d{4}-\d\d-\d\d/.test(text) && entropyOf(text) >= leastEntropy
}

/** Shannon entropy in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => {
    const share = count / text.length
    return sum - share * Math.log2(share)
  }, 0)
}
