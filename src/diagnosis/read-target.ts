import { descriptorOf } from '#contract'
import type { CheckType } from '#contract'
import { at, numberIn } from './json-fields.ts'

export interface Target {
  /** For people: a URL without query, `host:port`, or a name. */
  readonly target: string
  /** Lower case, without a port. */
  readonly host: string
}

/** The target of a request, from the request of a check or of a stored run; null when it is not known. */
export function targetOfRequest(checkType: CheckType, request: unknown): Target | null {
  const { target, isHttpCall } = descriptorOf(checkType)
  const text = target?.path.reduce(at, request)
  if (target === null || typeof text !== 'string') return null
  if (!isHttpCall) return { target: withPort(text, numberIn(request, target.port ?? '')), host: text.toLowerCase() }
  const url = URL.parse(text)
  return url && { target: `${url.origin}${url.pathname}`, host: url.hostname }
}

const withPort = (host: string, port: number | null): string => (port === null ? host : `${host}:${port}`)
