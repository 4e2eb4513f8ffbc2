import { textAt, valueAt } from '../ui/form/body.ts'
import type { SentRequest } from './to-curl.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  JSON: 'application/json',
  GRAPHQL: 'application/json',
  FORM: 'application/x-www-form-urlencoded',
}

interface Pair {
  readonly key: string
  readonly value: string
}

/** The request of a check that is being edited; null for types without an HTTP request. */
export function requestOfDraft(body: object): SentRequest | null {
  const url = textAt(body, 'request.url')
  if (!/^https?:|\{\{/i.test(url)) return null
  const family = textAt(body, 'request.ipFamily')
  return {
    method: textAt(body, 'request.method') || 'GET',
    url,
    headers: pairsAt(body, 'request.headers'),
    queryParameters: pairsAt(body, 'request.queryParameters'),
    body: textAt(body, 'request.bodyType') === 'NONE' ? '' : textAt(body, 'request.body'),
    mediaType: mediaTypes[textAt(body, 'request.bodyType')] ?? null,
    user: textAt(body, 'request.basicAuth.username') || null,
    followRedirects: valueAt(body, 'request.followRedirects') === true,
    skipSSL: valueAt(body, 'request.skipSSL') === true,
    ipFamily: family === 'IPv6' ? 'IPv6' : null,
  }
}

/** The service answers locked values empty. */
function pairsAt(body: object, path: string): readonly Pair[] {
  const found = valueAt(body, path)
  return Array.isArray(found)
    ? found.flatMap((one: unknown) => {
        const { key, value }: { readonly key?: unknown; readonly value?: unknown } = Object(one)
        return typeof key === 'string' && key !== '' ? [{ key, value: typeof value === 'string' ? value : '' }] : []
      })
    : []
}
