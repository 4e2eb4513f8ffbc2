import { v5, validate } from 'uuid'

/** Of names that are tokens of other tools. Changing it changes the addresses of imported heartbeats. */
const namespace = '6f3d3c1e-2f0b-5d0a-9a54-0d9f5b7c2a11'
const withoutHyphens = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/

/**
 * The token of a heartbeat for one of another tool: a UUID, with or without hyphens, is kept, and any other text always has the same
 * one, made as RFC 9562 says for version 5.
 */
export function pingTokenOf(text: string): string {
  const hyphenated = text.trim().toLowerCase().replace(withoutHyphens, '$1-$2-$3-$4-$5')
  return validate(hyphenated) ? hyphenated : v5(text.trim(), namespace)
}
