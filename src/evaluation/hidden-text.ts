import type { AssertionOutcome } from '#contract'
import { maxEscapedLength, redactor } from '#redaction'

/** Replaces secrets in strings. */
export interface HiddenText {
  readonly all: (text: string) => string
  /** The first `limit` characters, with no part of a secret at the cut. */
  readonly excerpt: (text: string, limit: number) => string
  /** How many characters beyond its limit `excerpt` needs to be safe. */
  readonly margin: number
  /** There is nothing to replace, so that what is not cut may stay as it is. */
  readonly isEmpty: boolean
}

/** Secrets are replaced before a string is cut, because a partial secret would not be recognised. */
export function hiddenText(secrets: readonly string[]): HiddenText {
  const redact = redactor(secrets)
  const margin = maxEscapedLength * secrets.reduce((maxLength, secret) => Math.max(maxLength, secret.length), 0)
  return {
    all: redact,
    margin,
    isEmpty: secrets.length === 0,
    excerpt(text, limit) {
      const window = limit + margin
      if (text.length <= window) return redact(text).slice(0, limit)
      const redacted = redact(text.slice(0, window))
      return detached(redacted.slice(0, Math.max(0, redacted.length - margin)).slice(0, limit))
    },
  }
}

/** A copy: a substring keeps the entire string in memory, and bodies are large. */
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
