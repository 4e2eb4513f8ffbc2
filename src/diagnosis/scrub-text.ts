const mark = '*********'

interface Pattern {
  readonly pattern: RegExp
  readonly replacement: string
}

/** Patterns of credentials. The name before a credential is retained, so that the text stays readable. */
const patterns: readonly Pattern[] = [
  { pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,40}-----|$)/g, replacement: mark },
  { pattern: /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, replacement: mark },
  { pattern: /\b(Bearer|Basic|Token|Digest)\s+[\w.~+/=-]{8,}/gi, replacement: `$1 ${mark}` },
  { pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, replacement: mark },
  { pattern: /\b(?:gh[pousr]|glpat|xox[abprs]|sk|pk|rk|bf[us])[-_][\w-]{12,}/g, replacement: mark },
  { pattern: /(:\/\/)[^\s/@:]{1,200}:[^\s/@]{1,200}@/g, replacement: `$1${mark}@` },
  { pattern: /(\bhttps?:\/\/[^\s"'<>?#]{1,2000})\?[^\s"'<>]*/gi, replacement: `$1?${mark}` },
  {
    pattern:
      /(\b[\w-]{0,40}(?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|authorization|session[_-]?id|cookie|credential)[\w-]{0,20}["']?\s{0,3}[=:]\s{0,3})(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s&;,"'}]{1,500})/gi,
    replacement: `$1${mark}`,
  },
  { pattern: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g, replacement: mark },
]

/**
 * Removes likely credentials and mail addresses from a string that leaves the service. It is heuristic, so known
 * secrets must be removed by `redactor` before.
 */
export const scrubText = (text: string): string =>
  patterns.reduce((scrubbed, { pattern, replacement }) => scrubbed.replaceAll(pattern, replacement), text)
