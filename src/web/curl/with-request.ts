import { valueAt, withValue } from '../ui/form/body.ts'
import type { CurlRequest } from './request-of.ts'

/** The body of a check with this request; what it asserts stays, and a check without a name gets one. */
export function withRequest<B extends object>(body: B, request: CurlRequest): B {
  const assertions = valueAt(body, 'request.assertions')
  const named = valueAt(body, 'name') ? body : { ...body, name: nameOf(request) }
  return withValue(named, 'request', { ...request, ...(Array.isArray(assertions) && { assertions }) })
}

/** A suggested name: the target, and the method unless it only reads. */
export function nameOf({ method, url }: CurlRequest): string {
  const place = url.replace(/^https?:\/\//, '').replace(/\/$/, '')
  return method === 'GET' ? place : `${method} ${place}`
}
