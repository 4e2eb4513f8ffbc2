import type { AssertionOutcome } from '#contract'
import { longestSpelling, redactor } from '#kernel'

/** Replaces secrets in texts. */
export interface HiddenText {
  readonly all: (text: string) => string
  /** The first `limit` characters, with no part of a secret at the cut. */
  readonly excerpt: (text: string, limit: number) => string
  /** How many characters of a text `excerpt` must be given to fill its limit safely. */
  readonly margin: number
}

/** Secrets are replaced before a text is cut, because half a secret would not be recognised any more. */
export function hiddenText(secrets: readonly string[]): HiddenText {
  const redact = redactor(secrets)
  const margin = longestSpelling * secrets.reduce((longest, secret) => Math.max(longest, secret.length), 0)
  return {
    all: redact,
    margin,
    excerpt(text, limit) {
      const window = limit + margin
      if (text.length <= window) return redact(text).slice(0, limit)
      const redacted = redact(text.slice(0, window))
      return detached(redacted.slice(0, Math.max(0, redacted.length - margin)).slice(0, limit))
    },
  }
}

/** A copy: a part of a text keeps the whole of it in memory, and bodies are large. */
const detached = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

/** An assertion's outcome without secrets; its source and comparison stay. */
export const hideAssertion = (outcome: AssertionOutcome, hidden: HiddenText): AssertionOutcome => ({
  ...outcome,
  property: hidden.all(outcome.property),
  target: hidden.all(outcome.target),
  regex: outcome.regex === null ? null : hidden.all(outcome.regex),
  actual: outcome.actual === null ? null : hidden.all(outcome.actual),
  error: outcome.error === null ? null : hidden.all(outcome.error),
})
