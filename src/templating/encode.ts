/**
 * How the value of `{{NAME}}` is encoded:
 * - uri: characters that are not allowed in a URL are percent-encoded; `:/?#&=` and existing escapes stay, so that a
 *   complete base URL may be a variable.
 * - component: everything but letters, digits and `-_.!~*'()` is percent-encoded, for one value inside a URL or form.
 * - html: `& < > " '` become character references.
 * - json: quotes, backslashes and control characters are escaped, for a value between quotes in a JSON document.
 * - none: unchanged.
 */
export type Encoding = 'uri' | 'component' | 'html' | 'json' | 'none'

export const encoders: { readonly [E in Encoding]: (text: string) => string } = {
  uri: (text) => encodeURI(text.toWellFormed()).replaceAll(/%25([0-9a-f]{2})/gi, '%$1'),
  component: (text) => encodeURIComponent(text.toWellFormed()),
  html: (text) => escapeHtml(text),
  json: (text) => JSON.stringify(text).slice(1, -1),
  none: (text) => text,
}

const characterReferences: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a string for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => characterReferences[character] ?? character)
