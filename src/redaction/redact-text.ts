import { redactionMark } from './redact.ts'
import { isSecretName, isSecretParameter } from './secret-names.ts'

interface Pattern {
  readonly pattern: RegExp
  readonly replace: (found: string, ...groups: string[]) => string
}

const mark = redactionMark
/** Placeholders that are filled in later are not secrets. */
const onlyTemplate = /^["']?(?:\{\{[^{}]*\}\})+["']?$/
const isReadable = (value: string): boolean => value === '' || value === mark || onlyTemplate.test(value)

/** Each takes time in proportion to the text, whatever is in it. */
const patterns: readonly Pattern[] = [
  {
    pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,40}-----|$)/g,
    replace: () => mark,
  },
  { pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, replace: () => mark },
  {
    pattern: /\b(Bearer|Basic|Token|Digest)(\s+)[\w.~+/=-]{8,}/gi,
    replace: (_found, scheme, space) => `${scheme}${space}${mark}`,
  },
  { pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, replace: () => mark },
  {
    pattern: /\b(?:gh[pousr]|github_pat|glpat|npm|xox[abeoprs]|sk|pk|rk|bf[us]|pl)[-_][\w-]{12,}/g,
    replace: () => mark,
  },
  // User and password of a URL: a token may be either. One that is the whole text may have quotes in it.
  { pattern: /^([a-z][\w+.-]{0,20}:\/\/)([^\s/?#]{1,4000})@/gi, replace: withoutUser },
  { pattern: /(:\/\/)([^\s/?#"'<>]{1,4000})@/g, replace: withoutUser },
  {
    pattern: /([?&#])([\w.~%[\]-]{1,100})=((?:\{\{[^{}]{0,200}\}\}|[^&#\s"<>])*)/g,
    replace: (found, sign, name = '', value = '') =>
      isReadable(value) || !isSecretParameter(decoded(name)) ? found : `${sign}${name}=${mark}`,
  },
  {
    pattern: /(?<![\w.-])([\w.-]{1,64})(["']?\s{0,3}[:=]\s{0,3})("(?:[^"\\]|\\.)*"|'[^']*'|[^\s&;,"'}]{1,500})/g,
    replace: (found, name = '', sign, value = '') =>
      isReadable(value) || !isSecretName(name) || isSaidBefore(value) ? found : `${name}${sign}${quoted(value)}`,
  },
]

function withoutUser(found: string, start?: string, user = ''): string {
  return isReadable(user) ? found : `${start}${mark}@`
}

/** A scheme whose credential is redacted behind it. */
const isSaidBefore = (value: string): boolean => /^(Bearer|Basic|Token|Digest)$/i.test(value)

/** Quotes stay, so that JSON remains JSON. */
const quoted = (value: string): string => {
  const quote = /^["']/.exec(value)?.[0] ?? ''
  return `${quote}${mark}${quote}`
}

/** Names in URLs may be percent-encoded. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * A text without what looks like a credential: user and password of a URL, parameters and assignments with the name of
 * one, authorization schemes, keys of known forms, private keys. Templates such as `{{TOKEN}}` stay.
 */
export const redactText = (text: string): string =>
  patterns.reduce((clean, { pattern, replace }) => clean.replaceAll(pattern, replace), text)
