import { httpMethods } from '#contract'
import type { HttpRequest, KeyValuePair } from '#contract'
import { writeReason } from '#contract/reasons'

/** A request as scripts see it; repeated headers and parameters are joined. */
export interface ScriptRequest {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly queryParameters: Readonly<Record<string, string>>
}

export const scriptRequestOf = ({ method, url, body, headers, queryParameters }: HttpRequest): ScriptRequest => ({
  method,
  url,
  body,
  headers: recordOf(headers),
  queryParameters: recordOf(queryParameters),
})

function recordOf(pairs: readonly KeyValuePair[]): Record<string, string> {
  const values = new Map<string, string>()
  for (const { key, value } of pairs) {
    const before = values.get(key)
    values.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(values)
}

type Read = { readonly request: HttpRequest } | { readonly problem: string }

/**
 * The request that a script left, which may be anything. Pairs that it did not change stay as they are, repeated ones and
 * locked ones included. A body of a check without one is sent as it is.
 */
export function readScriptRequest(before: HttpRequest, given: unknown): Read {
  const fields = fieldsOf(given)
  if (fields === null) return { problem: writeReason('REQUEST_NOT_AN_OBJECT') }
  const seen = scriptRequestOf(before)
  const method = typeof fields['method'] === 'string' ? fields['method'].toUpperCase() : fields['method']
  const known = httpMethods.find((name) => name === method)
  if (known === undefined) return { problem: writeReason('METHOD_INVALID', { list: httpMethods.join(', ') }) }
  const { url, body } = fields
  if (typeof url !== 'string') return { problem: writeReason('URL_NOT_TEXT') }
  if (typeof body !== 'string') return { problem: writeReason('BODY_NOT_TEXT') }
  const headers = readPairs('headers', before.headers, seen.headers, fields['headers'])
  if ('problem' in headers) return headers
  const queryParameters = readPairs(
    'queryParameters',
    before.queryParameters,
    seen.queryParameters,
    fields['queryParameters'],
  )
  if ('problem' in queryParameters) return queryParameters
  const bodyType = before.bodyType === 'NONE' && body !== '' ? 'RAW' : before.bodyType
  return {
    request: {
      ...before,
      method: known,
      url,
      body,
      bodyType,
      headers: headers.pairs,
      queryParameters: queryParameters.pairs,
    },
  }
}

/** The fields of an object as they are, also those named like members of every object. */
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? null
    : Object.assign(Object.create(null), Object.fromEntries(Object.entries(value)))

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

function readPairs(
  field: 'headers' | 'queryParameters',
  before: readonly KeyValuePair[],
  seen: Readonly<Record<string, string>>,
  given: unknown,
): { readonly pairs: KeyValuePair[] } | { readonly problem: string } {
  const fields = fieldsOf(given)
  if (fields === null) return { problem: writeReason('FIELD_NOT_TEXTS', { field }) }
  const pairs: KeyValuePair[] = []
  for (const [key, value] of Object.entries(fields)) {
    if (value === null) continue
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    const problem = pairProblem(field, key, text)
    if (typeof text !== 'string' || problem !== null) return { problem: problem ?? '' }
    const same = before.filter((pair) => pair.key === key)
    pairs.push(...(seen[key] === text ? same : [{ key, value: text, locked: same.some(({ locked }) => locked) }]))
  }
  return { pairs }
}

/** Why a pair cannot be sent; null when its value is a string that can. */
function pairProblem(field: 'headers' | 'queryParameters', key: string, value: unknown): string | null {
  const name = `request.${field}[${JSON.stringify(key.slice(0, 100))}]`
  if (typeof value !== 'string') return writeReason('VALUE_NOT_TEXT', { name })
  if (field === 'queryParameters' || (headerName.test(key) && key !== '__proto__')) return null
  return writeReason('HEADER_NOT_SENT', { name })
}
