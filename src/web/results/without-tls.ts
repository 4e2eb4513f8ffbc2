/** The same address without TLS, to offer where https does not answer; null for one that has none. */
export const withoutTls = (url: string): string | null =>
  /^https:\/\//i.test(url) ? url.replace(/^https:/i, 'http:').replace(/^(http:\/\/[^/?#]+):443(?=[/?#]|$)/, '$1') : null
