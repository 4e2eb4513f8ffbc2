import { objectOf } from '../ui/form/body.ts'

/** The same address without TLS, to offer where https does not answer; null for one that has none. */
export const withoutTls = (url: string): string | null =>
  /^https:\/\//i.test(url) ? url.replace(/^https:/i, 'http:').replace(/^(http:\/\/[^/?#]+):443(?=[/?#]|$)/, '$1') : null

/** Whether a target responded: without a response the status of HTTP is 0. */
export const hasStatus = (response: unknown): boolean => Number(objectOf(response)['status'] ?? 0) > 0
