import { valueAt, withValue } from '../editor/body.ts'
import type { Body } from '../editor/body.ts'
import type { CurlRequest } from './request-of.ts'

/** The body of a check with this request; what it asserts stays, and a check without a name gets one. */
export function withRequest(body: Body, request: CurlRequest): Body {
  const assertions = valueAt(body, 'request.assertions')
  const named = valueAt(body, 'name') ? body : { ...body, name: nameOf(request) }
  return withValue(named, 'request', { ...request, ...(Array.isArray(assertions) && { assertions }) })
}

/** What a person would call it: where it goes, and what it does unless that is to read. */
export function nameOf({ method, url }: CurlRequest): string {
  const place = url.replace(/^https?:\/\//, '').replace(/\/$/, '')
  return method === 'GET' ? place : `${method} ${place}`
}
